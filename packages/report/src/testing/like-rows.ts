import type { Page } from 'playwright-core';

/** How many rows stay that show nothing new: the first, and a neighbour, which may be striped. */
const kept = 2;
/** The elements of a page up to which setting rows aside saves nothing. */
const fewElements = 1_000;

/**
 * Sets aside rows that show nothing new: after the first of like siblings, those without an element of a kind that was
 * not there yet. Two elements are of a kind if they and all around them have the same name, class, role, type and
 * states, if the same attributes are empty, if both have a text, a label and a name, and if their children are alike:
 * then rules and styles meet the same in both. Cells stay, because columns need their heads, and so does what has the
 * focus, the top layer or the part to check; outside of that part nothing is new, nor in what is folded, which axe
 * leaves out. In a page of React nothing is set aside, as React owns its elements.
 */
const setAside = (part: string | undefined): string => `(() => {
  window.setAside = [];
  if (document.querySelectorAll('*').length <= ${fewElements} || document.querySelector('#tool') !== null) return;
  const cached = (make) => {
    const known = new Map();
    return (one) => {
      if (!known.has(one)) known.set(one, make(one));
      return known.get(one);
    };
  };
  const numbers = new Map();
  const numberOf = (...described) => {
    const text = JSON.stringify(described);
    if (!numbers.has(text)) numbers.set(text, numbers.size);
    return numbers.get(text);
  };
  const isBlank = (text) => text.trim() === '';
  const decisive = /^(?:(?!aria-(?:label|labelledby|describedby|controls|owns|details|valuetext)$)aria-.*|class|style|role|type|lang|dir|scope|tabindex|autocomplete)$/u;
  const attributeOf = ({ name, value }) => [name, decisive.test(name) ? value : isBlank(value)];
  const lookOf = cached((one) => numberOf(one.localName, [...one.attributes].map(attributeOf).sort()));
  const placeOf = cached((one) => (one === null ? 0 : numberOf(placeOf(one.parentElement), lookOf(one))));
  const kindOf = cached((one) =>
    numberOf(
      placeOf(one),
      [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && !isBlank(node.data)),
      isBlank(one.textContent),
      one.labels?.length > 0,
      [...new Set([...one.children].map(lookOf))],
    ),
  );
  const shown = new Set();
  const parts = [...document.querySelectorAll(${JSON.stringify(part ?? 'body')})];
  const folded = new Set(document.querySelectorAll('details:not([open]) > :not(summary), details:not([open]) > :not(summary) *'));
  const isJudged = (one) => !folded.has(one) && parts.some((whole) => whole.contains(one));
  const isNew = (row) => [row, ...row.querySelectorAll('*')].some((one) => isJudged(one) && !shown.has(kindOf(one)));
  const fixed = [...document.querySelectorAll(':focus, :target, :popover-open, :modal'), ...parts];
  const thin = (parent) => {
    const counts = new Map();
    for (const child of [...parent.children]) {
      const count = (counts.get(lookOf(child)) ?? 0) + 1;
      counts.set(lookOf(child), count);
      if (count <= ${kept} || child.matches('td, th, col') || fixed.some((one) => child.contains(one)) || isNew(child)) {
        if (isJudged(child)) shown.add(kindOf(child));
        thin(child);
      } else {
        const mark = document.createComment('');
        child.replaceWith(mark);
        window.setAside.push([mark, child]);
      }
    }
  };
  thin(document.body);
})()`;

const putBack = 'for (const [mark, child] of window.setAside) mark.replaceWith(child)';

/** Ids that several elements have, which only the whole page shows. */
const repeated = `(() => {
  const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
  return [...new Set(ids.filter((id, at) => ids.indexOf(id) !== at))];
})()`;

/** The faults that `judge` finds in a page while rows that are like others are set aside, and the ids that several elements of the whole page have. */
export async function withoutLikeRows(
  page: Page,
  part: string | undefined,
  judge: () => Promise<string[]>,
): Promise<string[]> {
  const ids = await page.evaluate(repeated);
  await page.evaluate(setAside(part));
  const found = await judge();
  await page.evaluate(putBack);
  return [...(Array.isArray(ids) ? ids.map((id) => `several elements have the id ${id}`) : ['no ids']), ...found];
}
