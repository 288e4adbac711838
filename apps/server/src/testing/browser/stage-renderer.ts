import { z } from 'zod';
import { RendererError } from '../../rendering/exchange.ts';
import { createRenderer, type Renderer } from '../../rendering/renderer.ts';

const named = z.object({ domain: z.string() });

/** What happens to the PDF of a domain, so that its page can be checked in each state. */
const fates: Readonly<Record<string, () => Promise<never>>> = {
  'good.lab': async () => new Promise(() => {}),
  'example.org': async () => Promise.reject(new RendererError('busy', 'As the stage wants it')),
  'botwall.lab': async () => Promise.reject(new RendererError('gave-up', 'As the stage wants it')),
};

/** The stage's renderer: it never finishes the PDF of one domain, refuses another and fails with a third. */
export function stageRenderer(): Renderer {
  const renderer = createRenderer();
  return {
    ...renderer,
    render: async (request) => {
      const { domain } = named.parse(JSON.parse(Buffer.from(request.report).toString()));
      return fates[domain]?.() ?? renderer.render(request);
    },
  };
}
