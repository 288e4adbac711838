import { informWhere } from '../../../catalogue/outcome.ts';
import { pageProof } from '../derive/proof.ts';
import { checkOf } from '../../../catalogue/check-of.ts';
import { readContent } from '../../derive/subjects/page.ts';
import { counted } from '../../../evidence/words/text.ts';

export const pageInlineHandlers = checkOf(readContent, {
  id: 'page-inline-handlers',
  title: 'The page has no inline code',
  finding: 'Inline scripts and event handlers',
  judge: (page) => {
    const { scripts, withNonce, handlers, javascriptUrls } = page.facts.inline;
    const left = scripts - withNonce + handlers + javascriptUrls;
    return informWhere(left === 0 ? [] : [left], 'The page has no inline code, or only with nonces', () => ({
      description: `A strict Content-Security-Policy would block ${counted(scripts - withNonce, 'inline script')} without nonce, ${counted(handlers, 'event handler attribute')} and ${counted(javascriptUrls, 'javascript: address').replace('addresss', 'addresses')}.`,
      evidence: pageProof(
        page,
        `Inline scripts: ${scripts}, with nonce: ${withNonce}; event handlers: ${handlers}; javascript: addresses: ${javascriptUrls}`,
        handlers > 0 && scripts === withNonce ? ' on' : '<script',
      ),
    }));
  },
});
