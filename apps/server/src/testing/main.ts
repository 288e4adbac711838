import { runProcess } from '../process/run.ts';
import { deterministicEngine } from './deterministic-engine.ts';

// The service as a process of its own, to be killed by tests; only the engine is not the real one.
await runProcess(deterministicEngine(Number(process.env['TEST_PHASE_MS'] ?? '50')));
