import type { Draw } from '../../worlds/generate/draw.ts';
import { checkEnded, type FuzzTarget } from '../fuzz-case.ts';
import { openFuzzProject } from '../fuzz-project.ts';
import { mutateBytes, mutateText } from '../mutate.ts';

const files = ['accounts/northwind.yaml', 'accounts/contoso.yaml', 'cyclectl.yaml'] as const;

/** The bytes of manifests, through `validate`. */
export async function openYamlTarget(): Promise<FuzzTarget> {
  const project = await openFuzzProject();
  const originals = new Map<string, Buffer>();
  for (const file of files) originals.set(file, await project.read(file));
  return {
    feed: async (draw) => {
      const file = draw.pick(files);
      const original = originals.get(file) ?? Buffer.alloc(0);
      await project.write(file, drawYaml(draw, original));
      try {
        return checkEnded(`validate of ${file}`, await project.run('validate'));
      } finally {
        await project.write(file, original);
      }
    },
    close: project.close,
  };
}

function drawYaml(draw: Draw, original: Buffer): string | Uint8Array {
  if (draw.chance(60)) return mutateText(draw, original.toString('utf8'));
  if (draw.chance(40)) return mutateBytes(draw, original);
  const spec = draw.pick(shapes)(draw);
  const head = 'apiVersion: cyclectl/v1\nkind: Account\nmetadata: {name: northwind}\n';
  return `${head}spec:\n  id: northwind\n${spec}\n`;
}

// Inputs that are expensive for a parser, or that it reads differently from people.
const shapes: readonly ((draw: Draw) => string)[] = [
  (draw) => `  tags: ${'['.repeat(size(draw))}${']'.repeat(size(draw))}`,
  (draw) => `  tags: ${'{a: '.repeat(size(draw))}`,
  (draw) => Array.from({ length: size(draw) }, (_, at) => `${' '.repeat(2 + at)}a:`).join('\n'),
  (draw) => `  tags: ${'- '.repeat(size(draw))}x`,
  (draw) => `  displayName: "${'x'.repeat(size(draw) * 100)}"`,
  (draw) => `  displayName: ${'\\'.repeat(size(draw))}"`,
  (draw) => `  displayName: |${'\n    x'.repeat(size(draw))}`,
  (draw) => Array.from({ length: size(draw) }, (_, at) => `  key${at}: ${at}`).join('\n'),
  (draw) => Array.from({ length: size(draw) }, (_, at) => `  a${at}: &a${at} x`).join('\n'),
  (draw) =>
    Array.from({ length: Math.min(40, size(draw)) }, (_, at) => {
      const before = `*a${at - 1}`;
      return at === 0 ? '  x0: &a0 [x, x]' : `  x${at}: &a${at} [${before}, ${before}]`;
    }).join('\n'),
  () => '  a: &a {b: *a}\n  <<: *a',
  () => '  ? [a, b]\n  : {c: d}\n  ? {e: f}\n  : g',
  (draw) => `  ${'!x '.repeat(size(draw))}a: 1`,
  (draw) => '---\nkind: Account\n'.repeat(size(draw)),
  (draw) => `${'#'.repeat(size(draw))}\n${'\n'.repeat(size(draw))}`,
  (draw) => `  displayName: ${'%s%n'.repeat(size(draw))}`,
];

function size(draw: Draw): number {
  return draw.pick([1, 3, 30, 300, 1500]);
}
