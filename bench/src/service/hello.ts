// The baseline: plain Fastify with one route that returns an object.
import Fastify from 'fastify';

const http = Fastify();
http.get('/api/audit/:id', async () => ({ hello: 'world' }));
await http.listen({ host: '127.0.0.1', port: 0 });
const address = http.server.address();
console.log(
  `Perimeter is ready: http://localhost:${typeof address === 'object' && address !== null ? address.port : 0}`,
);
