import type { SectionFigure } from '@perimeter/contract/section';
import { safeText } from '@perimeter/report/safe-text';
import { layoutScene } from '@perimeter/report/sections/layout';
import { sceneText } from '@perimeter/report/sections/outline';
import {
  type PlacedEdge,
  type PlacedNode,
  type PlacedRing,
  pointsText,
  sceneMeasures,
} from '@perimeter/report/sections/placed';
import type { ReactElement } from 'react';
import { clean } from '../../components/parts.tsx';

const { labelLine, detailLine, padding } = sceneMeasures;
/** Room for the strokes at the edges. */
const border = 2;

const Edge = ({ edge }: { edge: PlacedEdge }): ReactElement => (
  <>
    <polyline className={`edge ${edge.tone}`} points={pointsText(edge.points)} />
    {edge.head.length === 0 ? null : <polygon className={`head ${edge.tone}`} points={pointsText(edge.head)} />}
    {edge.label === '' ? null : (
      <text className="soft" x={edge.labelAt[0].toFixed(1)} y={edge.labelAt[1].toFixed(1)}>
        {edge.label}
      </text>
    )}
  </>
);

const Ring = ({ ring: { centre, across, down } }: { ring: PlacedRing }): ReactElement => (
  <ellipse
    className="ring"
    cx={centre[0].toFixed(1)}
    cy={centre[1].toFixed(1)}
    rx={across.toFixed(1)}
    ry={down.toFixed(1)}
  />
);

const Shape = ({ node, width }: { node: PlacedNode; width: number }): ReactElement =>
  node.dot === undefined ? (
    <rect
      className={`node ${node.tone}`}
      x={node.x.toFixed(1)}
      y={node.y.toFixed(1)}
      width={width}
      height={node.height}
      rx="6"
    />
  ) : (
    <circle className={`node ${node.tone}`} cx={node.dot.at[0].toFixed(1)} cy={node.dot.at[1].toFixed(1)} r="5" />
  );

function Box({ node, usual }: { node: PlacedNode; usual: number }): ReactElement {
  const width = node.width ?? usual;
  const isRight = node.dot?.align === 'right';
  const anchor = isRight ? 'end' : undefined;
  const left = (isRight ? node.x + width - padding : node.x + padding).toFixed(1);
  const top = node.y + padding;
  const below = top + labelLine * node.labels.length;
  return (
    <>
      <Shape node={node} width={width} />
      {node.labels.map((line, index) => (
        <text
          key={index}
          className="label"
          textAnchor={anchor}
          x={left}
          y={(top + labelLine * (index + 0.75)).toFixed(1)}
        >
          {line}
        </text>
      ))}
      {node.details.map((line, index) => (
        <text
          key={`detail ${index}`}
          className="soft"
          textAnchor={anchor}
          x={left}
          y={(below + detailLine * (index + 0.75)).toFixed(1)}
        >
          {line}
        </text>
      ))}
    </>
  );
}

/** A figure of a section as a drawing that says the same in words. */
export function SceneFigure({ figure }: { figure: SectionFigure }): ReactElement {
  const { caption, scene } = figure;
  const placed = layoutScene(scene, {
    flow: 'down',
    columns: 34,
    clean: (value) => safeText(value, { maxLength: 400 }),
  });
  const [width, height] = [Math.ceil(placed.width) + 2 * border, Math.ceil(placed.height) + 2 * border];
  return (
    <figure className="scene-figure">
      <figcaption>{clean(caption, 400)}</figcaption>
      <div className="scroll" tabIndex={0} role="group" aria-label="Figure">
        <svg
          className="scene"
          width={width}
          height={height}
          viewBox={`${-border} ${-border} ${width} ${height}`}
          role="img"
          aria-label={clean(sceneText(caption, scene), 4_000)}
        >
          {placed.rings.map((ring, index) => (
            <Ring key={`ring ${index}`} ring={ring} />
          ))}
          {placed.edges.map((edge, index) => (
            <Edge key={index} edge={edge} />
          ))}
          {placed.nodes.map((node, index) => (
            <Box key={index} node={node} usual={placed.nodeWidth} />
          ))}
        </svg>
      </div>
      {placed.left > 0 ? <p className="quiet small">{placed.left} more are in the JSON report.</p> : null}
    </figure>
  );
}
