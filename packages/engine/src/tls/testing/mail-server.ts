import type { TestContext } from 'node:test';
import { TLSSocket, createSecureContext, type TlsOptions } from 'node:tls';
import { startRaw } from './servers.ts';

/** A mail server that knows no more than EHLO, STARTTLS and QUIT, and keeps every command that it hears. */
export async function startMail(t: TestContext, options: TlsOptions): Promise<{ port: number; commands: Set<string> }> {
  const commands = new Set<string>();
  const secureContext = createSecureContext(options);
  const { port, close } = await startRaw((socket) => {
    socket.setNoDelay(true);
    const hear = (chunk: Buffer): void => {
      const [command = ''] = chunk.toString('latin1').trim().split(' ');
      commands.add(command);
      if (command === 'QUIT') return void socket.end('221 Bye\r\n');
      if (command !== 'STARTTLS') return void socket.write('250-mx.site.lab\r\n250 STARTTLS\r\n');
      socket.off('data', hear);
      socket.write('220 Go ahead\r\n');
      const secured = new TLSSocket(socket, { isServer: true, secureContext }).on('error', () => {});
      secured.on('data', (inside: Buffer) => {
        const [inner = ''] = inside.toString('latin1').trim().split(' ');
        commands.add(inner);
        secured.write(inner === 'QUIT' ? '221 Bye\r\n' : '250 mx.site.lab\r\n');
      });
    };
    socket.on('data', hear).write('220 mx.site.lab ESMTP\r\n');
  });
  t.after(close);
  return { port, commands };
}
