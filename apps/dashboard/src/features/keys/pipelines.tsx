import type { ReactElement } from 'react';
import { Stacks } from '../../components/stacks.tsx';
import { useFrame } from '../../lib/frame.ts';
import { pipelines } from './recipes.ts';

/** Recipes for continuous integration with the reader's address of the service. */
export function Pipelines(): ReactElement {
  const { origin, base } = useFrame();
  return <Stacks name="pipeline" ways={pipelines(`${origin}${base}`)} />;
}
