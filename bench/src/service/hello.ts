// What the service is compared with: Fastify as it comes, one route, one object.
import Fastify from 'fastify';

const http = Fastify();
http.get('/api/audit/:id', async () => ({ hello: 'world' }));
await http.listen({ host: '127.0.0.1', port: 0 });
const address = http.server.address();
console.log(
  `Perimeter is ready: http://localhost:${typeof address === 'object' && address !== null ? address.port : 0}`,
);
