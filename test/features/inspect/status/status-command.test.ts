import { expect, it } from 'vitest';
import { openRemoteProject } from '../../../support/run-cyclectl.ts';
import { runOnOneLine } from '../../../support/run-on-one-line.ts';

it('status shows cycles and who is waited for, as text and as data, and exits 1 where something is not read', async () => {
  const project = await openRemoteProject();
  expect(await runOnOneLine(project, 'apply', '--yes')).toMatchObject({ exitCode: 0 });
  const { exitCode, text } = await runOnOneLine(project, 'status');
  expect(exitCode).toBe(0);
  expect(text).not.toContain('contoso');
  expect(text).toContain('! connectors/mailer waits for it@northwind.example since 20');
  expect(text).not.toContain('cycles/contacts-to-files');
  expect(text).toContain('cycles 3: 2 active, 1 paused health 2 healthy; 1 unhealthy');
  expect(text).toContain('--all shows every cycle.');
  expect(text).toContain('cyclectl consent --list -C');
  const all = await runOnOneLine(project, 'status', '--all');
  expect(all.text).toContain('Active; whenever it is called; no run succeeded yet');
  expect(all.stdout.indexOf('northwind')).toBeLessThan(all.stdout.indexOf('contoso'));
  expect(all.text).not.toContain('--all shows every cycle.');
  const data = await runOnOneLine(
    project,
    'status',
    '--format',
    'json',
    '--select',
    'account=contoso',
  );
  expect(JSON.parse(data.stdout)).toMatchObject({
    kind: 'status',
    run: { accounts: 1, skipped: 1, unread: 0, summary: { cycles: 1, active: 1, healthy: 1 } },
    accounts: [{ kind: 'read', account: 'contoso', cycles: [{ next: { kind: 'on-call' } }] }],
  });
  project.emulator.control.plantFaults([
    { method: 'GET', path: '/v1.0/cycles', every: 2, do: 'status', status: 403 },
  ]);
  const part = await runOnOneLine(project, 'status');
  expect([part.exitCode, part.stdout]).toEqual([1, expect.stringContaining('NOT READ')]);
  expect(part.text).toContain('1 could not be read');
}, 60_000);
