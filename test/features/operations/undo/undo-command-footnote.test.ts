import { expect, it } from 'vitest';
import { formatGitRevert } from '../../../../src/features/operations/undo/undo-command.ts';

const [one, other] = ['1', '2'].map((digit) => digit.repeat(40)) as [string, string];

it('names the commits that came with the run, and no command to run where that is not known', () => {
  const write = (commit: string | null, previous: string | null) =>
    formatGitRevert({ command: 'apply', commit }, previous);
  expect(write(one, null)).toContain(`git revert --no-commit ${one}`);
  expect(write(other, one)).toContain(`git revert --no-commit ${one}..${other}`);
  expect(write(one, `${other}+`)).toContain(`git revert --no-commit ${one}`);
  expect(write(one, one)).toMatch(/used the same commit/);
  expect(write(`${one}+`, null)).toMatch(/1111111111 with uncommitted changes/);
  expect(write(null, one)).toBeNull();
  expect(formatGitRevert({ command: 'undo', commit: one }, null)).toBeNull();
});

it('puts nothing into a command that is no commit', () => {
  for (const evil of ['$(reboot)', `${one}; reboot`, `${one}\n`, '--exec=reboot+']) {
    expect(formatGitRevert({ command: 'apply', commit: evil }, evil)).not.toMatch(/revert|reboot/);
    expect(formatGitRevert({ command: 'apply', commit: one }, evil)).toMatch(/--no-commit 1{40}$/);
  }
});
