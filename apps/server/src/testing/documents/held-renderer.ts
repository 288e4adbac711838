import { RendererError, type RendererProblem } from '../../rendering/exchange.ts';
import { createRenderer, type Renderer } from '../../rendering/renderer.ts';

/** The service's renderer, which a test can block, release and make fail. */
export interface HeldRenderer extends Renderer {
  /** From now on documents wait for release. */
  hold: () => void;
  release: () => void;
  /** The failure of further documents; null: none. */
  failWith: (problem: RendererProblem | null) => void;
  /** Resolves when it is started. */
  started: Promise<void>;
}

/** A renderer that a test controls. */
export function heldRenderer(): HeldRenderer {
  const renderer = createRenderer();
  const started = Promise.withResolvers<void>();
  let gate = Promise.withResolvers<void>();
  gate.resolve();
  let failure: RendererProblem | null = null;
  return {
    hold: () => (gate = Promise.withResolvers<void>()),
    release: () => gate.resolve(),
    failWith: (problem) => (failure = problem),
    started: started.promise,
    render: async (request) => {
      // A busy renderer refuses at once.
      if (failure !== 'busy') await gate.promise;
      if (failure !== null) throw new RendererError(failure, 'As the test wants it');
      return renderer.render(request);
    },
    start: () => {
      renderer.start();
      started.resolve();
    },
    close: async () => {
      gate.resolve();
      await renderer.close();
    },
  };
}
