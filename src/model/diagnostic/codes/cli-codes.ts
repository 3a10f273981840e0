/**
 * Diagnostics of the command line itself; the first three are reported as codes under `--format
 * json` alone.
 */
export const cliCodes = {
  'wrong-usage': {
    stops: 'command',
    means: 'The command line is invalid.',
    remedy: 'Run the command with --help for usage.',
  },
  'cannot-run': {
    stops: 'command',
    means:
      'An argument, a file, the disk or a credential of this machine is at fault, not a manifest.',
    remedy: 'Follow the message, and run the command again.',
  },
  'own-mistake': {
    stops: 'command',
    means: 'An internal error of cyclectl occurred.',
    remedy: 'Report it with the text on stderr.',
  },
  'not-remembered': {
    stops: 'command',
    means: 'The state has no entry for the object.',
    remedy: 'Run cyclectl state list to see the entries.',
  },
  'not-settled': {
    stops: 'command',
    means: 'The recorded result does not match the state of the object.',
    remedy:
      'Check with cyclectl state list, and remove the wrong entry with cyclectl state forget.',
  },
  'not-confirmed': {
    stops: 'command',
    means:
      'The question was not answered with yes, there is no terminal to ask on, or --no-input was passed.',
    remedy: 'Answer yes. Without a terminal or with --no-input, pass --yes.',
  },
  'project-exists': {
    stops: 'command',
    means: 'The folder for a new project already has a cyclectl.yaml.',
    remedy:
      'Edit that file, refresh what init wrote with init --upgrade, or name another folder with -C.',
  },
  'plan-elsewhere': {
    stops: 'command',
    means: 'A saved plan is for another environment or another service.',
    remedy: 'Make a plan for this one, or choose the environment of the plan with -e.',
  },
  'not-notified': {
    stops: 'nothing',
    means: 'A notification to a target under notify of the environment could not be sent.',
    remedy:
      'The result of the run is unaffected. Check the address and the settings that allow it.',
  },
} as const;
