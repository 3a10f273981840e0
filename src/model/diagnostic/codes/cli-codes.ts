/** Diagnostics of the command line itself; the first three are told as codes under `--format json` alone. */
export const cliCodes = {
  'wrong-usage': {
    means: 'The command line is not one that cyclectl takes.',
    remedy: 'Run the command with --help for usage.',
  },
  'cannot-run': {
    means:
      'An argument, a file, the disk or a credential of this machine is at fault, and no manifest.',
    remedy: 'Do what the message says, and run the command again.',
  },
  'own-mistake': {
    means: 'cyclectl has made a mistake of its own.',
    remedy: 'Report it with the text that stands on stderr.',
  },
  'not-remembered': {
    means: 'Nothing is remembered of an object.',
    remedy: 'cyclectl state list shows what is.',
  },
  'not-settled': {
    means: 'What a person found of an object does not fit what is remembered of it.',
    remedy: 'Look with cyclectl state list, and let go what is wrong with cyclectl state forget.',
  },
  'not-confirmed': {
    means: 'A question was not answered with yes, or there is nobody to ask.',
    remedy: 'Answer yes; without a terminal, --yes answers.',
  },
  'project-exists': {
    means: 'A new project was asked for in a folder that has a cyclectl.yaml already.',
    remedy: 'Edit that file, or name another folder with -C.',
  },
  'plan-elsewhere': {
    means: 'A saved plan is for another environment or another service than this one.',
    remedy: 'Make a plan for this one, or choose the environment of the plan with -e.',
  },
  'not-notified': {
    means: 'Somebody whom the environment names under notify could not be told.',
    remedy: 'What was found or done is not changed by it. Check the address and what allows it.',
  },
} as const;
