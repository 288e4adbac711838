import { keepCompiled } from '../compile-cache.ts';
import type { Engine } from '../process/parts.ts';

/** The engine that a test names; none: the deterministic one. Only the one that is used is read. */
async function engineOf(env: NodeJS.ProcessEnv): Promise<Engine> {
  const { TEST_ENGINE, TEST_PHASE_MS = '50', TEST_TARGET_ADDRESS = '127.0.0.1', TEST_TARGET_PORT = '443' } = env;
  if (TEST_ENGINE === 'real') return (await import('./processes/real-engine.ts')).realEngine;
  if (TEST_ENGINE === 'connecting')
    return (await import('./processes/connecting-engine.ts')).connectingEngine(
      TEST_TARGET_ADDRESS,
      Number(TEST_TARGET_PORT),
      Number(env['TEST_EACH']),
    );
  return (await import('./deterministic-engine.ts')).deterministicEngine(Number(TEST_PHASE_MS));
}

// The service as a process of its own, to be killed by tests; only the engine is not always the real one.
keepCompiled();
const [{ runProcess }, engine] = await Promise.all([import('../process/run.ts'), engineOf(process.env)]);
await runProcess(engine, { startsAhead: false });
