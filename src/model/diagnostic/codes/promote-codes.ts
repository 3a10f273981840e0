/** Diagnostics of promote. */
export const promoteCodes = {
  'environment-bound': {
    means:
      'A promoted value may be valid only in its source environment: an address, an id, or a value from a list of a third party.',
    remedy: `Define it as a variable of both environments and write \${vars.NAME}, or keep it if it is the same in both.`,
  },
  'credential-not-carried': {
    means: 'A value that was changed in the service may be a secret. It was not promoted.',
    remedy:
      'Write a reference in the manifest, {env: NAME}. Rotate the secret if it was entered where people can read it.',
  },
  'not-in-target': {
    means: 'An account has no id in the target environment. It was not compared.',
    remedy:
      'Write its id for that environment under spec.ids, or ignore this if the account exists only in the source environment.',
  },
  'cycle-of-no-manifest': {
    means: 'A cycle was created in the service, and no manifest has it. It was not promoted.',
    remedy: 'Export it as a cycle file and import that into the manifest.',
  },
  'cycle-file-conflict': {
    means:
      'Cycles of one cycle file were changed in different ways. None of these changes was promoted.',
    remedy: 'Make the cycles equal in the service, or give each its own cycle file.',
  },
  'cycle-file-shared': {
    means: 'A cycle changed its cycle file, and other cycles are created from that file too.',
    remedy: 'The next apply changes them as well. To prevent this, give the cycle its own file.',
  },
} as const;
