import { type Command, Option } from 'commander';
import { addDestroy } from './add-destroy.ts';
import {
  allowingDeletes,
  allowingNewWebhookUrls,
  allowingReplace,
  approvedBy,
  reporting,
  toDurationMs,
  toPositiveCount,
  waitingForLocks,
} from './option-values.ts';
import type { Runner, Story } from './story.ts';

/** Adds the commands of every day: what Git says, what is there, and what was done about it. */
export function addDaily(program: Command, run: Runner): void {
  program
    .command('validate')
    .description('check every manifest, offline')
    .addOption(reporting())
    .action(run(async () => (await import('./commands/validate.ts')).runValidate as Story));
  program
    .command('plan')
    .description('show what apply would do; changes nothing')
    .option('--out <file>', 'save the plan for: cyclectl apply FILE')
    .addOption(reporting())
    .option('--changed-since <ref>', 'only accounts touched since HEAD parted from this commit')
    .option('--exit-code', 'exit 2 when there is something to do')
    .option('--rewrite', 'send again what nobody can verify (secrets, schedules)')
    .addOption(allowingDeletes())
    .addOption(allowingReplace())
    .addOption(allowingNewWebhookUrls())
    .action(run(async () => (await import('./commands/plan.ts')).runPlan as Story));
  program
    .command('apply')
    .description('make the service look like Git')
    .argument('[plan]', 'a saved plan, which is applied without asking')
    .option('-y, --yes', 'do not ask')
    .addOption(reporting())
    .option('--rewrite', 'send again what nobody can verify (secrets, schedules)')
    .addOption(allowingDeletes())
    .addOption(allowingReplace())
    .addOption(allowingNewWebhookUrls())
    .addOption(
      new Option(
        '--max-age <duration>',
        'refuse a saved plan that is older, such as 12h',
      ).argParser(toDurationMs),
    )
    .addOption(approvedBy())
    .addOption(waitingForLocks())
    .action(run(async () => (await import('./commands/apply.ts')).runApplyCommand as Story));
  program
    .command('resume')
    .description('go on with an apply that was interrupted or not done to its end')
    .argument('[run]', 'its id or the beginning of it; the last one by default')
    .option('--status', 'show what is open, and do nothing')
    .addOption(reporting())
    .addOption(waitingForLocks())
    .action(run(async () => (await import('./commands/resume.ts')).runResume as Story));
  program
    .command('undo')
    .description('bring what a run changed back to what it was before; asks first')
    .argument('[run]', 'its id or the beginning of it; the newest that can be, by default')
    .option('--out <file>', 'save it as a plan for: cyclectl apply FILE')
    .option('-y, --yes', 'do not ask')
    .addOption(reporting())
    .addOption(approvedBy())
    .addOption(waitingForLocks())
    .action(run(async () => (await import('./commands/undo.ts')).runUndo as Story));
  addDestroy(program, run);
  program
    .command('unlock')
    .description('take an account from a run that works no more; asks first')
    .argument('<account>', 'its key')
    .option('-y, --yes', 'do not ask')
    .action(run(async () => (await import('./commands/unlock.ts')).runUnlock as Story));
  program
    .command('history')
    .description('the runs that wrote: when, who, from which commit, and how they ended')
    .option('--limit <number>', 'the most of them (default: 20)', toPositiveCount)
    .action(run(async () => (await import('./commands/history.ts')).runHistory as Story));
  program
    .command('drift')
    .description('show what others changed since our last apply; exit 2 when there is something')
    .addOption(reporting())
    .action(run(async () => (await import('./commands/drift.ts')).runDriftCommand as Story));
}
