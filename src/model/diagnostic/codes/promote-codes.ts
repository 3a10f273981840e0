/** Diagnostics of promote: what is carried with a doubt, and what is not carried from one environment to the next. */
export const promoteCodes = {
  'environment-bound': {
    means:
      'A value that is carried may mean something in the environment alone that it comes from: an address, an id, a value of a list of a third party.',
    remedy: `Put it into the variables of both environments and write \${vars.NAME}, or leave it if it is the same in both.`,
  },
  'credential-not-carried': {
    means: 'A value that was changed in the service may be a secret. It was not carried.',
    remedy:
      'Write a reference in the manifest, {env: NAME}; change the secret if it was typed where people can read it.',
  },
  'not-in-target': {
    means:
      'An account has no id in the environment that is carried to. Nothing of it was looked at.',
    remedy:
      'Write its id there under spec.ids, or leave it if it is of the first environment alone.',
  },
  'cycle-of-no-manifest': {
    means: 'A cycle was made in the service, and no manifest has it. It was not carried.',
    remedy: 'Export it as a cycle file and import that into the manifest.',
  },
  'cycle-file-conflict': {
    means:
      'Cycles that are made from one cycle file were changed in different ways. Nothing of them was carried.',
    remedy: 'Make them the same in the service, or give each a cycle file of its own.',
  },
  'cycle-file-shared': {
    means: 'A cycle file was changed by one cycle, and others are made from it too.',
    remedy:
      'The next apply changes them as well; give the cycle a file of its own where it shall not.',
  },
} as const;
