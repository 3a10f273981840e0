import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Fault } from '../../src/emulator/control/faults.ts';
import { formatPlanFile } from '../worlds/features/format-plan-file.ts';
import { openFixture, type TestFixture } from '../worlds/fixture.ts';
import { checkLaw } from '../worlds/laws/check-law.ts';
import { runTurn } from '../worlds/laws/run-turn.ts';
import { drawScenario, formatScenarioStart, formatTurn } from '../worlds/laws/scenario.ts';

const law = 'no secret is in a plan, a plan file, the store, a report, a drift or a failure';
const file = 'test/laws/law-07-no-secret.test.ts';

it(law, async () => {
  let kept = 0;
  await checkLaw({ law, file, runs: { suite: 15, full: 30 }, seed: 77 }, async (draw, note) => {
    const drawn = drawScenario(draw, { turns: 3, touches: 3 });
    const story = { ...drawn, turns: drawn.turns.map((turn) => ({ ...turn, secrets: {} })) };
    note(formatScenarioStart(story));
    const folder = await mkdtemp(join(tmpdir(), 'cyclectl-law-'));
    const storeFile = join(folder, 'store.db');
    const fixture = await openFixture({ ...story, manifests: {}, storeFile });
    try {
      const canaries: string[] = [];
      for (const [index, turn] of story.turns.entries()) {
        note(formatTurn(turn));
        canaries.push(...plantCanaries(fixture, draw.int(1, 99)));
        if (draw.chance(50)) fixture.emulator.control.plantFaults(trouble);
        const said: unknown[] = [await runTurn(fixture, { story, index })];
        fixture.emulator.control.plantFaults([]);
        const planned = await fixture.plan();
        said.push(planned, await formatPlanFile(planned), await fixture.drift());
        said.push(await fixture.store.readState('northwind'), await readBytes(folder));
        expectNone(said, canaries);
        kept += JSON.stringify(said, unfold).includes('"written":"') ? 1 : 0;
      }
    } finally {
      await fixture.close();
      await rm(folder, { recursive: true, force: true });
    }
  });
  expect(kept, 'runs in which a fingerprint was kept').toBeGreaterThan(10);
}, 300_000);

it('finds a canary in every form in which it is looked for', () => {
  const canary = 'can+ary/ä "1"';
  for (const form of listForms(canary)) {
    expect(() => expectNone([`before ${form} after`], [canary])).toThrow();
  }
});

// Each with characters that change when it is encoded, so that no form of it is another's.
function plantCanaries(fixture: TestFixture, salt: number): string[] {
  const names = ['SECRET_ONE', 'SECRET_TWO', 'SECRET_THREE'];
  return names.map((name, index) => {
    const canary = `canary+${index}/${salt} ä"${name}=`;
    fixture.secrets.set(name, canary);
    return canary;
  });
}

// What a message that repeats what was sent does is in test/wire/secrets-in-messages.test.ts.
const trouble: readonly Fault[] = [
  { method: 'POST', path: '/v1.0/**', every: 4, do: 'drop-after' },
  { method: 'PUT', path: '/v1.0/**', every: 3, do: 'status', status: 400 },
  { method: 'PATCH', path: '/v1.0/**', every: 2, do: 'truncate' },
];

function expectNone(said: readonly unknown[], canaries: readonly string[]): void {
  const text = said
    .map((each) => (typeof each === 'string' ? each : JSON.stringify(each, unfold)))
    .join('\n');
  for (const canary of canaries) {
    for (const form of listForms(canary)) {
      if (text.includes(form)) {
        const at = text.indexOf(form);
        throw new Error(`"${form}" is said: …${text.slice(Math.max(0, at - 200), at + 200)}…`);
      }
    }
  }
}

function unfold(_: string, value: unknown): unknown {
  return value instanceof Map ? [...value] : value;
}

function listForms(canary: string): string[] {
  const base64 = Buffer.from(canary).toString('base64');
  const pair = Buffer.from(`sync:${canary}`).toString('base64');
  return [
    canary,
    JSON.stringify(canary).slice(1, -1),
    // The end of a base64 text depends on what comes after it.
    base64.replace(/=+$/, '').slice(0, -2),
    Buffer.from(canary).toString('base64url').slice(0, -2),
    pair.replace(/=+$/, '').slice(0, -2),
    encodeURIComponent(canary),
    new URLSearchParams({ canary }).toString().slice('canary='.length),
    Buffer.from(canary).toString('hex'),
  ];
}

async function readBytes(folder: string): Promise<string> {
  const files = await readdir(folder);
  const texts = await Promise.all(files.map((name) => readFile(join(folder, name), 'latin1')));
  const utf8 = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')));
  return [...texts, ...utf8].join('\n');
}
