import { describe, expect, it } from 'vitest';
import type { Choices } from '../../../src/emulator/world/choices.ts';
import type { AppliedValue } from '../../../src/model/fields/field-value.ts';
import type { Notice } from '../../../src/model/plan/notice.ts';
import type { PlannedAccount } from '../../../src/model/report/report.ts';
import { openRunning } from '../../guarantees/open-documented.ts';
import { readPage } from '../../reports/html/read-page.ts';
import { readMarkdown } from '../../reports/markdown/read-markdown.ts';
import { made, readDriftText, readPlanText, reportPlan } from '../../reports/samples/read-text.ts';
import type { TestFixture } from '../../worlds/fixture.ts';
import {
  applyAll,
  editManifest,
  listReasons,
  listReported,
  openQuickstart,
} from '../../worlds/quickstart.ts';

// What was found and never verified counts as applied: it is told once for a run, and --rewrite alone sends it.

/** A service that has all of the quickstart, and a store that has found it after it was lost. */
async function openFound(choices: Partial<Choices>): Promise<TestFixture> {
  const fixture = await openQuickstart({ choices });
  expect(listReported(await applyAll(fixture))).toEqual([]);
  fixture.loseStore();
  await applyAll(fixture);
  return fixture;
}

async function recallOrigins(fixture: TestFixture): Promise<readonly string[]> {
  const states = await Promise.all(
    ['contoso', 'northwind'].map((account) => fixture.store.readState(account)),
  );
  return states.flatMap(({ objects }) =>
    [...objects.values()].flatMap(({ applied }) =>
      Object.values(applied).flatMap(({ kind, origin }) => (kind === 'secret' ? [origin] : [])),
    ),
  );
}

function listNotices(planned: readonly PlannedAccount[]): readonly Notice[] {
  return planned.flatMap((each) => (each.kind === 'planned' ? each.plan.notices : []));
}

function listOperations(planned: readonly PlannedAccount[]): readonly string[] {
  return planned.flatMap((each) =>
    each.kind === 'planned' ? each.plan.operations.map(({ does }) => does) : [],
  );
}

/** A text in one line. */
async function readLine(planned: readonly PlannedAccount[]): Promise<string> {
  return (await readPlanText(planned)).replaceAll(/\s+/g, ' ');
}

const masked = { authValueOnRead: 'masked', sensitivePropertyOnRead: 'masked' } as const;

describe('a secret that was found', () => {
  it('counts as read where its live text is that of the reference, and a change of it is sent', async () => {
    const fixture = await openFound({ authValueOnRead: 'clear', sensitivePropertyOnRead: 'clear' });
    const origins = await recallOrigins(fixture);
    expect([...new Set(origins)]).toEqual(['read']);
    expect(await readLine(await fixture.plan())).not.toMatch(/secrets? .*never verified/);
    expect(listOperations(await fixture.plan({ rewrite: true }))).not.toContain('writes auth');
    fixture.secrets.set('northwind_crm_key', 'canary-rotated-1');
    expect(listOperations(await fixture.plan())).toContain('writes auth');
  });

  it('is assumed if it is masked: no change, no drift, and reported until --rewrite has sent it', async () => {
    const fixture = await openFound(masked);
    expect([...new Set(await recallOrigins(fixture))]).toEqual(['assumed']);
    const count = (await recallOrigins(fixture)).length;
    fixture.secrets.set('northwind_crm_key', 'canary-rotated-2');
    const planned = await fixture.plan();
    expect(listOperations(planned)).toEqual([]);
    const drift = await fixture.drift();
    expect(drift.flatMap((each) => ('items' in each ? each.items : []))).toEqual([]);
    const says = `${count} secrets, 1 schedule in 2 accounts never verified; --rewrite sends them.`;
    expect(await readLine(planned)).toContain(says);
    const reported = await readDriftText(drift);
    expect(reported.replaceAll(/\s+/g, ' ')).toContain(says);
    const rewritten = await fixture.plan({ rewrite: true });
    const sent = listOperations(rewritten).filter((does) => /^writes (auth|prop)/.test(does));
    expect(sent).toHaveLength(count);
    expect(listReported(await fixture.apply({ planned: rewritten, rewrite: true }))).toEqual([]);
    expect([...new Set(await recallOrigins(fixture))]).toEqual(['sent']);
    expect(await readLine(await fixture.plan())).not.toContain('never verified');
    expect(listOperations(await fixture.plan({ rewrite: true }))).toEqual([]);
  });

  it('is rewritten of the accounts that are selected alone', async () => {
    const fixture = await openFound(masked);
    const select = ['account=northwind'];
    const planned = await fixture.plan({ rewrite: true, select });
    await fixture.apply({ planned, rewrite: true, select });
    const left = listNotices(await fixture.plan()).filter(({ kind }) => kind === 'never-verified');
    expect(left.length).toBeGreaterThan(0);
    expect(left.every((each) => 'address' in each && each.address.startsWith('contoso/'))).toBe(
      true,
    );
  });
});

describe('what many accounts have alike', () => {
  it('is one line in text, Markdown and HTML, and a notice for each field as data', async () => {
    const fixture = await openFound(masked);
    fixture.secrets.clear();
    const planned = await fixture.plan();
    const notices = listNotices(planned);
    const unset = notices.filter(({ kind }) => kind === 'not-compared');
    expect(unset.length).toBeGreaterThan(2);
    const says = `${unset.length} secrets in 2 accounts without a value here, left unchanged`;
    const report = reportPlan(planned);
    const texts = [
      await readPlanText(planned),
      await readMarkdown(report),
      (await readPage(report, made)).text,
    ].map((text) => text.replaceAll(/\s+/g, ' '));
    for (const text of texts) {
      expect(text.split(says)).toHaveLength(2);
      expect(text).toContain('1 schedule in 1 account never verified');
      expect(text).not.toContain('is not set');
    }
    expect(report.run.summary).toMatchObject({
      unsetSecrets: unset.length,
      unsetAccounts: 2,
      unverifiedSchedules: 1,
      unverifiedAccounts: 1,
    });
  });
});

it('reports the schedule on which an edit restarts a running cycle with an unverified one', async () => {
  const fixture = await openFound({ scheduleReadable: 'no' });
  editManifest(fixture, 'northwind', { from: 'region: emea', to: 'region: apac' });
  const line = await readLine(await fixture.plan());
  expect(line).toContain('then starts it again every 15m; its current schedule is unknown');
  expect(line).not.toContain('as before');
});

it('offers no --rewrite of a schedule where nothing can pause the cycle that runs on it', async () => {
  const fixture = await openRunning();
  const { objects } = await fixture.store.readState('northwind');
  const record = [...objects.values()].find(({ applied }) => 'schedule' in applied);
  if (record === undefined) throw new Error('no cycle has a schedule');
  const applied = Object.entries(record.applied).map(([path, value]): [string, AppliedValue] =>
    path === 'schedule' ? [path, { ...value, origin: 'assumed' }] : [path, value],
  );
  const saveObjects = [{ ...record, applied: Object.fromEntries(applied) }];
  await fixture.store.update({ account: 'northwind', saveObjects });
  const planned = await fixture.plan();
  expect(listNotices(planned).map(({ kind }) => kind)).not.toContain('never-verified');
  expect(await readLine(planned)).not.toContain('--rewrite');
  const refused = listReasons(await fixture.plan({ rewrite: true }));
  expect(refused).toMatchObject([{ code: 'pause-not-offered' }]);
});
