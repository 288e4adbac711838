import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cpuTimes, hadRoom, hadRoomBeside, waitForRoom, type CpuTimes } from './room.ts';

const start: CpuTimes = { idle: 1000, whole: 5000 };
const after = (idle: number, whole: number): CpuTimes => ({ idle: start.idle + idle, whole: start.whole + whole });

test('20 % idle time is room, less is not, and an unchanged clock is unknown', () => {
  assert.equal(hadRoom(start, after(200, 1000)), true);
  assert.equal(hadRoom(start, after(199, 1000)), false);
  assert.equal(hadRoom(start, after(0, 0)), false);
});

test('besides a file of the same lane 5 % idle time is room, less is not', () => {
  assert.equal(hadRoomBeside(start, after(50, 1000)), true);
  assert.equal(hadRoomBeside(start, after(49, 1000)), false);
  assert.equal(hadRoomBeside(start, after(0, 0)), false);
});

test('a lane waits while the cores are busy, and goes on once they are not', async () => {
  const samples = [start, after(0, 1000), after(0, 1000), after(900, 2000)];
  let taken = 0;
  await waitForRoom(
    () => true,
    () => samples[taken++] ?? assert.fail('asked after there was room'),
    0,
  );
  assert.equal(taken, samples.length);
});

test('a lane stops waiting when no file is left', async () => {
  let asked = 0;
  await waitForRoom(
    () => ++asked < 3,
    () => start,
    0,
  );
  assert.equal(asked, 3);
});

test('the machine provides CPU times', () => {
  const { idle, whole } = cpuTimes();
  assert.ok(idle > 0 && whole >= idle, `${idle} of ${whole}`);
});
