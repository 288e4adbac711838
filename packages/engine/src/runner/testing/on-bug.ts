import assert from 'node:assert/strict';

/** Fails the test if a probe or check throws. */
export const failOnBug = (where: string, error: unknown): never => assert.fail(`${where}: ${String(error)}`);
