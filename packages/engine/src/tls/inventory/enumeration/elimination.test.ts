import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '@perimeter/protocols/testing/random';
import { netFailed } from '../../../evidence/observed.ts';
import { legacySuites, weakSuites } from '../../client/hello/code-points.ts';
import { type Ask, type List, acknowledge, eliminateJointly, listOf } from './elimination.ts';
import { confirmOrder, contradictsClient, findPreference } from './preference.ts';
import { type OfferSuites, eliminateSuites, enoughSuites } from './suite-elimination.ts';

const range = (length: number): number[] => Array.from({ length }, (_, index) => index + 1);
const sorted = (codes: readonly number[]): number[] => codes.toSorted((a, b) => a - b);
const subset = (pool: readonly number[], minLength = 0) => fc.shuffledSubarray([...pool], { minLength });

/** A server that chooses the first of its own order, or of the client's. */
const serverPicks = (order: readonly number[], offer: readonly number[]): number | undefined =>
  order.find((code) => offer.includes(code));
const clientPicks = (accepted: readonly number[], offer: readonly number[]): number | undefined =>
  offer.find((code) => accepted.includes(code));

const pool = range(200);
const silence = netFailed('timeout', 'no-answer-within', 5_000);
const busy = { idle: () => 0, serialSteps: 100 };
const rushed = { idle: () => 4, serialSteps: 2 };

test('elimination finds exactly the accepted items, with any preference and pacing', async () => {
  const scenario = fc.tuple(subset(pool, 1), fc.boolean(), fc.constantFrom(busy, rushed));
  await fc.assert(
    fc.asyncProperty(scenario, async ([accepted, isServerOrder, pace]) => {
      const [known = 0, ...others] = accepted;
      const ask: OfferSuites = async (offer) =>
        (isServerOrder ? serverPicks(accepted, offer) : clientPicks(accepted, offer)) ?? null;
      const result = await eliminateSuites(
        pool.filter((code) => code !== known),
        known,
        ask,
        pace,
      );
      assert.deepEqual(sorted(result.found), sorted(others));
      assert.deepEqual(result.cuts, []);
      if (isServerOrder && result.serial) assert.deepEqual(result.found, others);
    }),
    { numRuns: 200 },
  );
});

test('a server that fails on long offers receives short ones', async () => {
  const accepted = [3, 90, 150, 199];
  for (const onLong of [silence, null]) {
    const ask: OfferSuites = async (offer) => (offer.length > 64 ? onLong : (serverPicks(accepted, offer) ?? null));
    const result = await eliminateSuites(
      pool.filter((code) => code !== 3),
      3,
      ask,
      busy,
    );
    assert.deepEqual([sorted(result.found), result.cuts], [[90, 150, 199], []]);
  }
});

test('a missing answer cuts the list short, with the reason', async () => {
  for (const failure of [silence, netFailed('reset', 'closed-in-handshake')]) {
    let questions = 0;
    const ask: OfferSuites = async (offer) =>
      (questions += 1) > 2 ? failure : (serverPicks([1, 2, 3, 4], offer) ?? null);
    const result = await eliminateSuites(range(50), 1, ask, busy);
    assert.deepEqual([result.found.length, result.cuts], [2, [failure]]);
  }
});

test('for a server that accepts everything, enough suites are listed, and every weak one', async () => {
  const [known = 0, ...others] = legacySuites;
  for (const pace of [busy, rushed]) {
    let questions = 0;
    const ask: OfferSuites = async (offer) => ((questions += 1), clientPicks(legacySuites, offer) ?? null);
    const { found, cuts } = await eliminateSuites(others, known, ask, pace);
    assert.deepEqual(cuts, [netFailed('budget', 'suites-enough', enoughSuites)]);
    assert.ok(weakSuites.every((code) => code === known || found.includes(code)));
    assert.ok(questions < others.length, `${questions} questions`);
  }
});

const picking =
  (lists: readonly List[], orders: ReadonlyMap<List, readonly number[]>): Ask =>
  async (offerOf) => {
    const picks = new Map<List, number>();
    for (const list of lists) {
      const picked = serverPicks(orders.get(list) ?? [], offerOf(list));
      if (picked === undefined) return { kind: 'refused' };
      picks.set(list, picked);
    }
    return { kind: 'picked', picks };
  };

test('joint elimination finds both lists completely, without unnecessary hellos', async () => {
  await fc.assert(
    fc.asyncProperty(
      subset(range(20), 1),
      subset(range(15), 1),
      fc.constantFrom(0, 5, 20),
      async (suites, groups, usual) => {
        const lists = [
          listOf(range(20), [suites[0] ?? null], range(usual)),
          listOf(range(15), [groups[0] ?? null], range(usual)),
        ] as const;
        const answer = picking(
          lists,
          new Map([
            [lists[0], suites],
            [lists[1], groups],
          ]),
        );
        let questions = 0;
        await eliminateJointly(lists, (offerOf) => ((questions += 1), answer(offerOf)));
        assert.deepEqual([sorted(lists[0].found), sorted(lists[1].found)], [sorted(suites), sorted(groups)]);
        const most = usual === 20 ? Math.max(suites.length, groups.length) + 3 : suites.length + groups.length + 3;
        assert.ok(questions <= most, `${questions} questions`);
        assert.ok(lists.every(({ state }) => state === 'complete'));
      },
    ),
    { numRuns: 300 },
  );
});

test('remainders that exclude each other are completed separately', async () => {
  const lists = [listOf(range(6)), listOf(range(6))] as const;
  // Suite and scheme must be both odd or both even, like RSA and ECDSA, which exclude each other.
  const ask: Ask = async (offerOf) => {
    for (const suite of offerOf(lists[0])) {
      const scheme = offerOf(lists[1]).find((code) => code % 2 === suite % 2);
      if (scheme !== undefined)
        return {
          kind: 'picked',
          picks: new Map([
            [lists[0], suite],
            [lists[1], scheme],
          ]),
        };
    }
    return { kind: 'refused' };
  };
  await eliminateJointly(lists, ask);
  assert.deepEqual(
    lists.map(({ found }) => sorted(found)),
    [range(6), range(6)],
  );
});

test('a list without usual items ends with one refusal, concurrently with others', async () => {
  const lists = [listOf(range(9), [2], [1, 2, 3]), listOf(range(9), [1], range(5))] as const;
  const answer = picking(
    lists,
    new Map([
      [lists[0], [2, 3, 1]],
      [lists[1], range(5)],
    ]),
  );
  let questions = 0;
  await eliminateJointly(lists, (offerOf) => ((questions += 1), answer(offerOf)));
  assert.deepEqual([sorted(lists[0].found), sorted(lists[1].found)], [range(3), range(5)]);
  assert.equal(questions, 4 + 2);
});

test('items learned elsewhere during pending hellos are not tested again', async () => {
  const list = listOf(range(20), [1], range(20));
  let questions = 0;
  await eliminateJointly([list], async (offerOf) => {
    questions += 1;
    const offer = offerOf(list);
    acknowledge(list, range(10));
    const picked = serverPicks(range(11), offer);
    return picked === undefined ? { kind: 'refused' } : { kind: 'picked', picks: new Map([[list, picked]]) };
  });
  assert.deepEqual([sorted(list.found), list.state, questions], [range(11), 'complete', 3]);
});

/** Whose preference is found after an elimination that began with the choice from a first, shorter offer. */
async function preferenceOf(accepted: readonly number[], isServerOrder: boolean, firstOffer: readonly number[]) {
  const pick = isServerOrder ? serverPicks : clientPicks;
  const known = pick(accepted, firstOffer) ?? 0;
  const rest = range(60).filter((code) => code !== known);
  const { steps, found } = await eliminateSuites(rest, known, async (offer) => pick(accepted, offer) ?? null, busy);
  if (!isServerOrder) assert.equal(contradictsClient(steps, accepted), false);
  let hellos = 0;
  const preference = await findPreference([known, ...found], steps, async (offer) => {
    hellos += 1;
    return pick(accepted, offer) ?? null;
  });
  return { preference, hellos };
}

test('whose preference counts is found, whatever the order and the first offer, with two hellos at most', async () => {
  const scenario = fc.tuple(subset(range(60), 2), fc.boolean(), fc.nat({ max: 60 }));
  await fc.assert(
    fc.asyncProperty(scenario, async ([accepted, isServerOrder, cut]) => {
      const known = accepted[cut % accepted.length] ?? 0;
      const firstOffer = [known, ...range(cut)];
      const { preference, hellos } = await preferenceOf(accepted, isServerOrder, firstOffer);
      assert.deepEqual(preference, { known: true, value: isServerOrder ? 'server' : 'client' });
      assert.ok(hellos <= (accepted.length > 2 ? 1 : 2), `${hellos} hellos`);
    }),
    { numRuns: 200 },
  );
});

test("a server's order that agrees with every offer is still the server's", async () => {
  const rows: [accepted: number[], firstOffer: number[]][] = [
    [[20, 51, 1, 23, 8, 19, 11, 15], range(60)],
    // The favourite was not in the first offer.
    [[51, 20], [20]],
    [[20, 51], [51]],
    [
      [51, 20, 1],
      [20, 1],
    ],
  ];
  for (const [accepted, firstOffer] of rows) {
    const { preference } = await preferenceOf(accepted, true, firstOffer);
    assert.deepEqual(preference, { known: true, value: 'server' }, accepted.join());
    const { preference: other } = await preferenceOf(accepted, false, firstOffer);
    assert.deepEqual(other, { known: true, value: 'client' }, accepted.join());
  }
});

test('suffix probes confirm or repair any predicted order', async () => {
  await fc.assert(
    fc.asyncProperty(subset(range(24), 1), fc.nat(), async (order, seed) => {
      const predicted = order.toSorted((a, b) => ((a * 7919 + seed) % 101) - ((b * 7919 + seed) % 101));
      assert.deepEqual(await confirmOrder(predicted, async (offer) => serverPicks(order, offer) ?? null), order);
    }),
    { numRuns: 200 },
  );
  assert.equal(await confirmOrder([1, 2], async () => null), null);
});
