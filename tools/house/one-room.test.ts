import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { filesOf, isSource } from './files.ts';
import { type OneRoom, oneRooms } from './one-room.data.ts';

const root = path.resolve(import.meta.dirname, '../..');
const texts = new Map(
  filesOf(root)
    .filter((file) => /\.tsx?$/.test(file) && !file.startsWith('tools/house/one-room.'))
    .map((file) => [file, readFileSync(path.join(root, file), 'utf8')]),
);

/** Files outside of the room that show its sign. */
const doubles = ({ room, sign, inTests }: OneRoom): string[] =>
  [...texts].flatMap(([file, text]) =>
    (inTests || isSource(file)) && !room.includes(file) && sign.test(text) ? [file] : [],
  );

const isBelow = (file: string, place: string): boolean =>
  place === file || (place.endsWith('/') && file.startsWith(place));

for (const one of oneRooms) {
  const places = Object.keys(one.besides);
  const found = doubles(one);
  test(`${one.what} has one room`, () => {
    const others = found.filter((file) => !places.some((place) => isBelow(file, place)));
    assert.deepEqual(others, [], `Use ${one.room}`);
  });

  test(`${one.what}: who may have it all the same has it`, () => {
    assert.deepEqual(
      places.filter((place) => !found.some((file) => isBelow(file, place))),
      [],
    );
  });
}
