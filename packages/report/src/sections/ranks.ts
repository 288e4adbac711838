import type { Scene, SceneEdge } from '@perimeter/contract/section';

/** Merges edges between the same two boxes, and removes edges to missing boxes. */
export function distinctEdges({ nodes, edges }: Scene): SceneEdge[] {
  const ids = new Set(nodes.map(({ id }) => id));
  const known = edges.filter(({ from, to }) => ids.has(from) && ids.has(to));
  const groups = Map.groupBy(known, ({ from, to }) => JSON.stringify([from, to]));
  return [...groups.values()].flatMap((group) => {
    const labels = new Set(group.flatMap(({ label }) => label ?? []));
    return group.slice(0, 1).map((edge) => ({ ...edge, label: labels.size === 0 ? null : [...labels].join(', ') }));
  });
}

/** Edges without those that close a cycle, in depth-first order. */
function withoutCircles(ids: readonly string[], edges: readonly SceneEdge[]): SceneEdge[] {
  const leaving = Map.groupBy(edges, ({ from }) => from);
  const open = new Set<string>();
  const done = new Set<string>();
  const kept: SceneEdge[] = [];
  const walk = (id: string): void => {
    if (done.has(id)) return;
    open.add(id);
    for (const edge of leaving.get(id) ?? []) {
      if (open.has(edge.to)) continue;
      kept.push(edge);
      walk(edge.to);
    }
    open.delete(id);
    done.add(id);
  };
  for (const id of ids) walk(id);
  return kept;
}

/** The rank of each box: one after the last box that leads to it; sources directly before what they lead to. */
export function ranksOf(ids: readonly string[], edges: readonly SceneEdge[]): ReadonlyMap<string, number> {
  const kept = withoutCircles(ids, edges);
  const entering = Map.groupBy(kept, ({ to }) => to);
  const ranks = new Map<string, number>();
  const rankOf = (id: string): number => {
    const known = ranks.get(id);
    if (known !== undefined) return known;
    const rank = Math.max(-1, ...(entering.get(id) ?? []).map(({ from }) => rankOf(from))) + 1;
    ranks.set(id, rank);
    return rank;
  };
  for (const id of ids) rankOf(id);
  for (const id of ids.filter((one) => !entering.has(one))) {
    const next = kept.filter(({ from }) => from === id).map(({ to }) => rankOf(to));
    if (next.length > 0) ranks.set(id, Math.min(...next) - 1);
  }
  return ranks;
}
