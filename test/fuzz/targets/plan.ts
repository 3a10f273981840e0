import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { openFingerprintKey, openSigner } from '../../../src/secrets/fingerprint-key.ts';
import type { Draw } from '../../worlds/generate/draw.ts';
import { checkEnded, type FuzzTarget } from '../fuzz-case.ts';
import { fuzzKey, openFuzzProject } from '../fuzz-project.ts';
import { mutateData, mutateText } from '../mutate.ts';

/** Saved plans through `apply FILE`: damaged ones, and ones with a matching digest or signature. */
export async function openPlanTarget(): Promise<FuzzTarget> {
  const project = await openFuzzProject();
  const file = join(project.directory, 'plan.json');
  await project.run('plan', '--out', file);
  const text = (await project.read('plan.json')).toString('utf8');
  const signer = openSigner(await openFingerprintKey({ kind: 'text', text: fuzzKey }), 'seal');
  const seal = (changed: string) =>
    changed.replace(/"seal":".+"/, () => {
      return `"seal":"${signer.sign(hash(changed.slice(0, changed.indexOf('"seal"'))))}"`;
    });
  return {
    feed: async (draw) => {
      const changed = draw.chance(50) ? mutateLine(draw, text) : mutateText(draw, text);
      await project.write('plan.json', draw.chance(70) ? seal(withDigest(changed)) : changed);
      return checkEnded('apply of a plan', await project.run('apply', file, '--yes'));
    },
    close: project.close,
  };
}

/** Changes what one line says; each is JSON but for the key before it or the comma after it. */
function mutateLine(draw: Draw, text: string): string {
  const lines = text.split('\n');
  const at = draw.int(0, lines.length - 1);
  const [, key = '', json = '', end = ''] = /^("\w+":)?(.*?)(,?)$/.exec(lines[at] ?? '') ?? [];
  const said = toData(json);
  lines[at] =
    said === undefined
      ? mutateText(draw, json)
      : `${key}${JSON.stringify(mutateData(draw, said))}${end}`;
  return lines.join('\n');
}

function toData(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function withDigest(text: string): string {
  const body = text.slice(text.indexOf('"format"'), text.indexOf('"digest"'));
  return text.replace(/"digest":"[0-9a-f]+"/, `"digest":"${hash(body)}"`);
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
