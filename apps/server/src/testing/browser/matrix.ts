import type { Browser as Chromium, BrowserContext, Page, Response } from 'playwright-core';
import { cookieOf } from './cookie.ts';
import { lookAt, type Look, putInto, smuggledInto } from './look.ts';
import type { Scene, Stub, Viewer } from './scene.ts';
import type { Stage } from './stage.ts';
import { reportMotion, reportPolicy, watch } from './watch.ts';

/** What takes longer will not come, even on a busy machine. */
const limitMs = 60_000;

const refusal = {
  status: 503,
  contentType: 'application/problem+json',
  headers: { 'retry-after': '1' },
  body: JSON.stringify({
    type: 'about:blank',
    title: 'The service is busy',
    detail: 'Try again in a moment.',
    status: 503,
    code: 'service_unavailable',
    requestId: 'req_0',
    retryable: true,
  }),
};

async function stub(page: Page, path: string, answer: Stub): Promise<void> {
  await page.route(`**${path}`, async (route) => {
    if (answer === 'never') return;
    await route.fulfill(answer === 'refused' ? refusal : { json: answer.json });
  });
}

const originOf = (stage: Stage, { service = 'used' }: Scene): string => String(stage[service].url);

const viewerOf = ({ viewer = 'nobody' }: Scene): Viewer => viewer;

/** A browser context for a viewer. */
async function contextOf(chromium: Chromium, stage: Stage, viewer: Viewer): Promise<BrowserContext> {
  const context = await chromium.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' });
  context.setDefaultTimeout(limitMs);
  await reportPolicy(context);
  await reportMotion(context);
  if (viewer !== 'nobody') await context.addCookies([cookieOf(stage.people[viewer], String(stage.used.url))]);
  return context;
}

/** Forms that a browser would send without an Origin, which must not exist. */
async function mute(page: Page, answer: Response | null): Promise<string[]> {
  const isMute = answer?.headers()['referrer-policy'] === 'no-referrer';
  return isMute && (await page.locator('form[method=post]').count()) > 0 ? ['a form is sent without an Origin'] : [];
}

/** Opens a page in its state; returns faults of its loading. */
async function openScene(page: Page, origin: string, { path, stubs = {}, act }: Scene): Promise<string[]> {
  for (const [api, answer] of Object.entries(stubs)) await stub(page, api, answer);
  const wrong = await mute(page, await page.goto(`${origin}${path}`));
  // A script-rendered page is ready once its placeholder is gone.
  await page.locator('#tool > .ghosts').waitFor({ state: 'detached' });
  if (!Object.values(stubs).includes('never'))
    await page.locator('#tool', { hasText: 'Loading' }).waitFor({ state: 'detached' });
  await act?.(page);
  return wrong;
}

/** How scenes are walked through. */
export interface Walk {
  /** The appearances for a scene. */
  looksOf: (scene: Scene) => readonly Look[];
  /** Examines a page in an appearance and returns faults, one line each; default: the standard checks. */
  examine?: (page: Page, look: Look, scene: Scene) => Promise<readonly string[]>;
  /** Called after each scene. */
  tell?: (scene: Scene, wrong: readonly string[]) => void;
}

/** The faults of a scene in its appearances. */
async function wrongWith(page: Page, origin: string, scene: Scene, walk: Walk): Promise<string[]> {
  const { looksOf, examine = lookAt } = walk;
  const wrong: string[] = [];
  watch(page, wrong, {
    isOwn: (url) => url.startsWith(`${origin}/`),
    isRefused: () => scene.isRefused === true,
  });
  try {
    wrong.push(...(await openScene(page, origin, scene)));
    wrong.push(...(await smuggledInto(page)));
    for (const look of looksOf(scene)) wrong.push(...(await examine(page, look, scene)));
  } catch (error) {
    wrong.push(`could not be looked at: ${error instanceof Error ? error.message : String(error)}`);
  }
  return wrong.map((line) => `${scene.name}: ${line}`);
}

/** Resets a page to its initial state: empty, without listeners, wide and light. */
async function emptied(page: Page): Promise<Page> {
  page.removeAllListeners();
  // A page that shows a key once asks for confirmation before leaving.
  page.on('dialog', (dialog) => void dialog.accept());
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.goto('about:blank');
  page.removeAllListeners();
  await putInto(page, { width: 1280, scheme: 'light' });
  return page;
}

/** Caches one page per viewer, because opening a page takes longer than checking it. */
function makePages(chromium: Chromium, stage: Stage) {
  const pages = new Map<Viewer, Page>();
  return {
    of: async (viewer: Viewer): Promise<Page> => {
      const known = pages.get(viewer);
      if (known !== undefined) return emptied(known);
      const page = await (await contextOf(chromium, stage, viewer)).newPage();
      pages.set(viewer, page);
      return page;
    },
    close: async () => {
      for (const page of pages.values()) await page.context().close();
    },
  };
}

/** Two that walk through scenes at a time, each with a page per viewer, which they keep for further scenes. */
export function makeWalkers(chromium: Chromium, stage: Stage) {
  const both = [makePages(chromium, stage), makePages(chromium, stage)] as const;
  return {
    /** Checks scenes, each opened once and put into its appearances; returns faults, one line each. */
    through: async (scenes: readonly Scene[], walk: Walk): Promise<string[]> => {
      const queue = scenes
        .filter((scene) => walk.looksOf(scene).length > 0)
        .toSorted((one, other) => viewerOf(one).localeCompare(viewerOf(other)));
      const found: string[] = [];
      const work = async (pages: (typeof both)[number], next: () => Scene | undefined): Promise<void> => {
        for (let scene = next(); scene !== undefined; scene = next()) {
          const wrong = await wrongWith(await pages.of(viewerOf(scene)), originOf(stage, scene), scene, walk);
          walk.tell?.(scene, wrong);
          found.push(...wrong);
        }
      };
      // From both ends of the queue, so that each meets few viewers.
      await Promise.all([work(both[0], () => queue.shift()), work(both[1], () => queue.pop())]);
      return found;
    },
    close: async (): Promise<void> => {
      for (const pages of both) await pages.close();
    },
  };
}

/** Checks scenes with walkers of their own. */
export async function lookThrough(
  chromium: Chromium,
  stage: Stage,
  scenes: readonly Scene[],
  walk: Walk,
): Promise<string[]> {
  const walkers = makeWalkers(chromium, stage);
  const found = await walkers.through(scenes, walk);
  await walkers.close();
  return found;
}
