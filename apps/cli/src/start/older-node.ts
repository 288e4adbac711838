// Polyfills for Node.js 20, loaded before everything else.
import { setMaxListeners } from 'node:events';

/** Node.js 20 warns about more than ten listeners of a signal, and an audit's signal has one per open request. */
if (process.versions.node.startsWith('20.')) setMaxListeners(0);

/** ECMAScript 2024, in Node.js since 21. */
Map.groupBy ??= <K, T>(items: Iterable<T>, keyOf: (item: T, index: number) => K): Map<K, T[]> => {
  const groups = new Map<K, T[]>();
  let index = 0;
  for (const item of items) {
    const key = keyOf(item, index);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
    index += 1;
  }
  return groups;
};

/** ECMAScript 2024, in Node.js since 22. */
Promise.withResolvers ??= <T>() => {
  let resolve: PromiseWithResolvers<T>['resolve'] = () => {};
  let reject: PromiseWithResolvers<T>['reject'] = () => {};
  const promise = new Promise<T>((onValue, onError) => {
    resolve = onValue;
    reject = onError;
  });
  return { promise, resolve, reject };
};
