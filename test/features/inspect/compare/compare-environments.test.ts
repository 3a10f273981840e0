import { expect, it } from 'vitest';
import { openRunContext } from '../../../../src/engine/run/open-run.ts';
import { formatComparisonText } from '../../../../src/features/inspect/compare/compare-command.ts';
import { compareEnvironments } from '../../../../src/features/inspect/compare/compare-environments.ts';
import type { ComparedAccount } from '../../../../src/features/inspect/compare/comparison.ts';
import { put } from '../../../emulator/support/start-emulator.ts';
import { openDocumented } from '../../../guarantees/open-documented.ts';
import { findWideLines } from '../../../reports/samples/read-text.ts';
import { openConsoleUser } from '../../../worlds/console/console-user.ts';
import type { TestFixture } from '../../../worlds/fixture.ts';
import { applyAll, openQuickstart, readLive } from '../../../worlds/quickstart.ts';

const mailer = 'northwind/cycles/contacts-to-mailer';

/** What is found between two workplaces, and how it is told. */
async function compare(from: TestFixture, to: TestFixture) {
  const [left, right] = await Promise.all([from, to].map((each) => each.open()));
  if (left === undefined || right === undefined) throw new Error('There are two of them.');
  const [one, other] = await Promise.all(
    [left, right].map(({ run }) => openRunContext(run.context, run.named)),
  );
  if (one === undefined || other === undefined) throw new Error('There are two of them.');
  const accounts: ComparedAccount[] = [];
  const run = { from: one, to: other, entries: left.run.entries, width: 4 };
  for await (const each of compareEnvironments(run)) accounts.push(each);
  const text = formatComparisonText({ from: 'staging', to: 'prod', accounts });
  expect(findWideLines(text)).toEqual([]);
  return { accounts, text: text.replaceAll(/\s+/g, ' ') };
}

async function openApplied() {
  const fixture = await openQuickstart();
  await applyAll(fixture);
  return fixture;
}

async function renameStep(fixture: TestFixture, name: string): Promise<void> {
  const account = readLive(fixture, 'northwind');
  const cycle = account.cycles.find((each) => each.name === 'Contacts to mailer');
  const step = cycle?.steps.find((each) => each.name === 'Add subscriber');
  const caller = (await openConsoleUser(fixture.emulator)).caller.inside(account.id);
  const path = `/cycles/${cycle?.id}/steps/${step?.id}`;
  expect((await put(caller, path, { Name: name })).status).toBe(200);
}

it('counts what was not compared because a service does not show it, and claims nothing of it', async () => {
  const { accounts, text } = await compare(await openApplied(), await openApplied());
  expect(accounts).toMatchObject([
    { account: 'contoso', differences: [], notCompared: [] },
    {
      account: 'northwind',
      differences: [],
      notCompared: [{ address: 'northwind/cycles/contacts-to-files', path: 'schedule' }],
    },
  ]);
  expect(text).toBe(
    'In the compared part, no undeclared difference between staging and prod. 2 accounts compared. 1 field not compared: hidden by the service, or a secret without a value here. ',
  );
});

it('compares nothing that a service which shows less was last sent', async () => {
  const open = async () => {
    const fixture = await openDocumented();
    await applyAll(fixture);
    return fixture;
  };
  const { accounts, text } = await compare(await open(), await open());
  const paths = accounts.flatMap((each) =>
    each.kind === 'compared' && each.account === 'contoso'
      ? each.notCompared.map(({ address, path }) => `${address}/${path}`)
      : [],
  );
  expect(paths).toEqual(
    expect.arrayContaining([
      'contoso/retention/erroredHours',
      'contoso/connectors/warehouse/displayName',
      'contoso/connectors/warehouse/properties/ClientSecret',
    ]),
  );
  expect(text).toContain('In the compared part, no undeclared difference');
});

it('says which name is gone in one of them, and not that it has nothing there', async () => {
  const [from, to] = [await openApplied(), await openApplied()];
  await renameStep(from, 'Add subscribers');
  const { accounts, text } = await compare(from, to);
  const differences = accounts.flatMap((each) =>
    each.kind === 'compared' ? each.differences : [],
  );
  const path = 'steps/Add subscriber/fields/Status';
  expect(differences.find((each) => each.kind === 'field' && each.path === path)).toMatchObject({
    address: mailer,
    from: {
      isAsGit: false,
      lost: { thing: 'step', name: 'Add subscriber', near: ['Add subscribers'] },
    },
    to: { live: { kind: 'plain', value: { value: 'subscribed' } }, isAsGit: true },
  });
  expect(text).toContain(
    'Status: staging has no step "Add subscriber" (the nearest is "Add subscribers"); prod has "subscribed" (in sync)',
  );
});

it('does not say that two differ in nothing where no account could be read', () => {
  const accounts = ['a', 'b'].map((account) => ({
    kind: 'unread' as const,
    account,
    diagnostics: [],
  }));
  expect(formatComparisonText({ from: 'staging', to: 'prod', accounts })).toBe(
    'x a: could not be read\nx b: could not be read\n\nNothing was compared: 2 accounts could not be read.\n',
  );
});
