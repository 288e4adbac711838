import { hitOf, pathRows, swept, testRows } from '../testing/evidence.ts';
import { aiEndpointOpen, errorVerbose, graphqlIntrospection, wpXmlrpc } from './interfaces.ts';

const model = hitOf('/api/tags', 'model', 'ollamaModels', { mark: 'open', proof: ['"models" of Ollama'] });
const error = hitOf('/%ff', 'error', 'errorTrace', { status: 500, proof: ['Stack trace of Java'], sibling: null });

testRows([
  ...pathRows(graphqlIntrospection, hitOf('/graphql', 'graphql', 'graphqlSchema'), 'fail', /about its schema/),
  [
    graphqlIntrospection,
    'the command posts the question',
    swept([hitOf('/graphql', 'graphql', 'graphqlSchema')]),
    'fail',
    /-d '\{"query"/,
  ],
  ...pathRows(aiEndpointOpen, model, 'fail', /of Ollama/),
  ...pathRows(errorVerbose, error, 'fail', /stack trace of Java/),
  ...pathRows(
    wpXmlrpc,
    hitOf('/xmlrpc.php', 'wordpress-xmlrpc', 'xmlRpc', { status: 405 }),
    'informational',
    /XML-RPC/,
  ),
]);
