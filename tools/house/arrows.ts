import type { Source } from './sources.ts';

/** What each node imports. */
export type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/** Sets of more than one node that reach each other: cycles. */
export function circlesOf(graph: Graph): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const path: string[] = [];
  const circles: string[][] = [];
  for (const node of graph.keys()) if (!order.has(node)) visit(node);
  return circles;

  // Tarjan's strongly connected components.
  function visit(node: string): void {
    let low = order.size;
    order.set(node, low);
    path.push(node);
    for (const to of graph.get(node) ?? []) {
      if (!order.has(to)) visit(to);
      if (path.includes(to)) low = Math.min(low, lowest.get(to) ?? order.get(to) ?? low);
    }
    lowest.set(node, low);
    if (low !== order.get(node)) return;
    const circle = path.splice(path.indexOf(node));
    if (circle.length > 1) circles.push(circle.toSorted());
  }
}

/** The imports between files. */
export function filesGraph(sources: readonly Source[]): Graph {
  const known = new Set(sources.map(({ file }) => file));
  return new Map(sources.map(({ file, imports }) => [file, new Set(imports.filter((to) => known.has(to)))]));
}

/** The imports between the entries of a folder: its files, and its subfolders as one node each. */
export function roomsGraph(folder: string, files: Graph): Graph {
  const rooms = new Map<string, Set<string>>();
  for (const [from, targets] of files) {
    const room = roomIn(folder, from);
    if (room === undefined) continue;
    const reached = rooms.get(room) ?? new Set();
    rooms.set(room, reached);
    for (const to of targets) {
      const target = roomIn(folder, to);
      if (target !== undefined && target !== room) reached.add(target);
    }
  }
  return rooms;
}

function roomIn(folder: string, file: string): string | undefined {
  if (!file.startsWith(`${folder}/`)) return undefined;
  const [room = ''] = file.slice(folder.length + 1).split('/');
  return `${folder}/${room}`;
}

/**
 * Imports that run upward in any order of the rooms: a minimal number to remove so that no cycle is left, found by a
 * heuristic that repeatedly removes those of the room in most cycles.
 */
export function arrowsUp(graph: Graph): string[] {
  const circles = circlesOf(graph);
  return circles.flatMap((circle) => {
    const inside = new Set(circle);
    const within = new Map(
      circle.map((room) => [room, new Set([...(graph.get(room) ?? [])].filter((to) => inside.has(to)))]),
    );
    const order = orderOf(within);
    return order.flatMap((from, floor) =>
      [...(within.get(from) ?? [])].filter((to) => order.indexOf(to) < floor).map((to) => `${from} -> ${to}`),
    );
  });
}

/** An order from top to bottom with few upward imports (Eades, Lin and Smyth). */
function orderOf(graph: Graph): string[] {
  const left = new Set(graph.keys());
  const top: string[] = [];
  const bottom: string[] = [];
  const out = (room: string): number => [...(graph.get(room) ?? [])].filter((to) => left.has(to)).length;
  const into = (room: string): number => [...left].filter((from) => graph.get(from)?.has(room) === true).length;
  while (left.size > 0) {
    const rooms = [...left];
    const ground = rooms.find((room) => out(room) === 0);
    const roof = rooms.find((room) => into(room) === 0);
    const highest = rooms.toSorted((a, b) => out(b) - into(b) - (out(a) - into(a)))[0] ?? '';
    const next = ground ?? roof ?? highest;
    if (ground === undefined) top.push(next);
    else bottom.unshift(next);
    left.delete(next);
  }
  return [...top, ...bottom];
}
