import { type Command, Option } from 'commander';
import {
  addValue,
  findingFormats,
  makeAllowDeletesOption,
  makeAllowNewWebhookUrlsOption,
  makeAllowOrphansOption,
  makeAllowReplaceOption,
  makeApprovedByOption,
  makeGroupOption,
  makeIntoOption,
  makeLockTimeoutOption,
  makeReportOption,
  makeRewriteOption,
  toCount,
  toDurationMs,
  toOneValue,
  toPositiveCount,
  toShard,
} from '../../app/options/option-values.ts';
import { refreshes } from '../../model/plan/plan.ts';
import type { MakeAction } from '../command-handler.ts';

/** Adds `cyclectl validate`, `plan`, `apply`, `rehearse` and `drift`. */
export function addDaily(program: Command, run: MakeAction): void {
  addValidate(program, run);
  program
    .command('plan')
    .description('Show the changes that apply would make; changes nothing')
    .option('--out <file>', 'Save the plan for: cyclectl apply FILE')
    .addOption(makeReportOption(findingFormats))
    .option(
      '--changed-since <ref>',
      'Plan only accounts affected by commits since HEAD diverged from this one',
    )
    .addOption(
      new Option(
        '--replaces <plan>',
        'Plan only accounts that this saved plan changes, such as a stale plan',
      ).conflicts('changedSince'),
    )
    .option('--exit-code', 'Exit with code 2 when there is something to do')
    .addOption(makeGroupOption().conflicts(['out', 'report']))
    .addOption(
      new Option(
        '--refresh <what>',
        'Reads of accounts that are as they were applied: all, the lists of connectors and cycles, or none',
      )
        .choices(refreshes)
        .default('full'),
    )
    .addOption(makeRewriteOption().conflicts('refresh'))
    .addOption(makeAllowDeletesOption())
    .addOption(makeAllowOrphansOption())
    .addOption(makeAllowReplaceOption())
    .addOption(makeAllowNewWebhookUrlsOption())
    .option(
      '--all-waves',
      'Show what apply --all-waves would do: all accounts on the newest revisions',
    )
    .action(run(async () => (await import('../variants/run-by-library.ts')).runPlanByLibrary));
  program
    .command('apply')
    .description('Apply the manifests to the service')
    .argument('[plan]', 'Saved plan to apply without asking')
    .option('-y, --yes', 'Skip the confirmation prompt')
    .addOption(makeReportOption())
    .addOption(makeRewriteOption())
    .addOption(makeAllowDeletesOption())
    .addOption(makeAllowOrphansOption())
    .addOption(makeAllowReplaceOption())
    .addOption(makeAllowNewWebhookUrlsOption())
    .option('--all-waves', 'Admit all accounts to the newest revisions of their fleets at once')
    .addOption(
      new Option(
        '--max-age <duration>',
        'Refuse a saved plan that is older, such as 12h',
      ).argParser(toDurationMs),
    )
    .addOption(makeApprovedByOption())
    .addOption(makeLockTimeoutOption())
    .action(run(async () => (await import('../variants/run-by-library.ts')).runApplyByLibrary));
  addRehearse(program, run);
  addDrift(program, run);
}

/** Adds `cyclectl rehearse`. */
function addRehearse(program: Command, run: MakeAction): void {
  program
    .command('rehearse')
    .description('Apply a saved plan to an emulator of its accounts; sends the service nothing')
    .argument('<plan>', 'Saved plan')
    .option(
      '--pace [number]',
      'Keep to so many requests per second, or to those of an apply',
      toPositiveCount,
    )
    .option('--fault <json>', 'Let requests fail, as this fault says; repeatable', addValue)
    .addOption(makeReportOption(['text', 'json', 'markdown']))
    .action(
      run(
        async () => (await import('../../features/sync/rehearse/rehearse-command.ts')).runRehearse,
      ),
    );
}

/** Adds `cyclectl validate`. */
function addValidate(program: Command, run: MakeAction): void {
  program
    .command('validate')
    .description('Check every manifest offline; names and values by catalog.json and by worlds')
    .argument('[file...]', 'Check only the accounts in these files, such as those of a commit')
    .option(
      '--allow-edited-cycles',
      'Only warn of steps, fields and variables that a template lacks',
    )
    .option(
      '--changed-since <ref>',
      'Also compare the tables of fleets with those where HEAD diverged from this commit, and warn of cells that a spreadsheet may have damaged',
    )
    .addOption(makeReportOption(findingFormats))
    .action(run(async () => (await import('../../features/sync/validate-command.ts')).runValidate));
}

/** Adds `cyclectl drift`. */
function addDrift(program: Command, run: MakeAction): void {
  program
    .command('drift')
    .description('Detect out-of-band changes since the last apply; exit with code 2 on drift')
    .argument(
      '[address...]',
      'With --revert, --adopt or --accept: only the drift at these addresses, as drift prints them',
    )
    .option('--revert', 'Plan a revert of out-of-band changes to the values in Git')
    .option('--out <file>', 'With --revert: save the plan for: cyclectl apply FILE')
    .option(
      '--adopt',
      'Write out-of-band changes into the manifests that declare them; sends nothing',
    )
    .option('--branch <name>', 'With --adopt: commit the edits on a new branch instead; needs git')
    .addOption(makeIntoOption('With --adopt: write'))
    .option(
      '--ignore [address]',
      'Ignore the drift at this address until a date, in its manifest; repeatable',
      addValue,
    )
    .option('--until <date>', 'With --ignore: set the last day, in UTC')
    .option(
      '--accept',
      'Accept unmanaged changes as the new baseline; changes only the state, and needs --reason',
    )
    .option(
      '--group <name>',
      'Print the accounts of a group of equal changes by its number; with --accept: accept a group of equal unmanaged changes, such as 1-7c3e90ab12cd',
      toOneValue,
    )
    .option('--reason <text>', 'With --ignore or --accept: give the reason')
    .option('--answer', 'Ask for an answer to each difference: revert, adopt, accept or ignore it')
    .option('-y, --yes', 'With --revert or --adopt: take all differences, without a prompt')
    .option('--trend', 'Show recorded runs of drift; calls no service')
    .option(
      '--limit <number>',
      'With --trend: show at most this many runs (default: 30)',
      toPositiveCount,
    )
    .option(
      '--max-unread <number>',
      'Read accounts again that could not be read, and let so many leave the exit code to the others',
      toCount,
    )
    .option(
      '--shard <i/n>',
      'Compare only this part of the accounts, such as 2/8; n parts have each account once',
      toShard,
    )
    .option('--oldest-first', 'Begin with the accounts that drift looked at longest ago')
    .option(
      '--budget <duration>',
      'With --oldest-first: start no further account after this time, such as 10m',
      toDurationMs,
    )
    .addOption(makeReportOption(findingFormats))
    .action(run(async () => (await import('../variants/run-drift-variant.ts')).runDriftVariant));
}
