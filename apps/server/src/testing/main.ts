import { runProcess } from '../process/run.ts';
import { deterministicEngine } from './deterministic-engine.ts';

// The service as a process for tests that kill it; only the engine is replaced.
await runProcess(deterministicEngine(Number(process.env['TEST_PHASE_MS'] ?? '50')));
