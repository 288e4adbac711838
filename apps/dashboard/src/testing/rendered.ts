import { pathToFileURL } from 'node:url';
import { prepareDashboard } from '../build/prepare.ts';
import type { Frame } from '../lib/frame.ts';
import type { PageRequest } from '../lib/props.ts';

const built = await prepareDashboard();

// The build has a zod and a contract of its own, as in the thread that renders pages. Its names of schemas must not reach the
// registry that zod keeps for a whole process: a service in the same process would describe each of them twice.
const ofZod = '__zod_globalRegistry';
const ownRegistry: unknown = Reflect.get(globalThis, ofZod);
Reflect.deleteProperty(globalThis, ofZod);
const { render }: { render: (page: PageRequest, frame: Frame) => string } = await import(
  pathToFileURL(built.pages).href
);
if (ownRegistry === undefined) Reflect.deleteProperty(globalThis, ofZod);
else Reflect.set(globalThis, ofZod, ownRegistry);

const plainFrame: Frame = {
  base: '',
  path: '/',
  viewer: null,
  credits: null,
  signup: 'closed',
  passkeys: false,
  lacksAddress: false,
  assets: built.names,
  engineVersion: '0.0.0',
  policyVersion: '0.0.0',
  imprintUrl: null,
  privacyUrl: null,
  origin: 'https://perimeter.test',
  nowMs: 1_700_000_000_000,
};

/** A page as the built dashboard renders it, for somebody without an account unless a test says otherwise. */
export const rendered = (page: PageRequest, frame: Partial<Frame> = {}): string =>
  render(page, { ...plainFrame, ...frame });
