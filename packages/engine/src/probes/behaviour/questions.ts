import type { HttpExchange } from '../../evidence/http/schema.ts';
import type { ProbeHttp } from '../../net/http/client.ts';
import type { RequestChanges } from '../../net/http/fetch.ts';

/** An answer for storage, and its text, which is not stored. */
export interface BehaviourAnswer {
  exchange: HttpExchange;
  text: string;
}

const withoutText = (exchange: HttpExchange): HttpExchange => {
  const { result } = exchange;
  if (!result.ok || result.response.body.text === null) return exchange;
  const { body } = result.response;
  const kept = { ...body, text: null, characters: body.text?.length ?? 0 };
  return { ...exchange, result: { ok: true, response: { ...result.response, body: kept } } };
};

/** Sends requests to one address, each exchange under its own id. */
export const createQuestions =
  ({ ask }: ProbeHttp, address: string) =>
  async (id: string, url: URL, asking: RequestChanges = {}): Promise<BehaviourAnswer> => {
    const { facts, content = new Uint8Array() } = await ask(url, address, asking);
    const text = Buffer.from(content).toString('latin1');
    return { exchange: withoutText({ id, ...facts }), text };
  };
