import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';

const agent = new Agent({ keepAlive: true });

async function answerOf(url: string): Promise<IncomingMessage> {
  const asked = get(url, { agent, headers: { 'accept-encoding': 'gzip' } });
  const [answer]: IncomingMessage[] = await once(asked, 'response');
  if (answer?.statusCode !== 200) throw new Error(`${url} was answered with ${answer?.statusCode}`);
  return answer;
}

/** Reads an answer without decompressing it, as in the browser's network layer. */
export async function readFrom(url: string): Promise<void> {
  const answer = await answerOf(url);
  answer.resume();
  await once(answer, 'end');
}

/** The body of an answer as it was sent. */
export async function bytesOf(url: string): Promise<Buffer> {
  return Buffer.concat(await (await answerOf(url)).toArray());
}
