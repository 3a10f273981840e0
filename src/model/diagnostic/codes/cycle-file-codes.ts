/** Diagnostics of cycle files, and of templates that are exported and imported. */
export const cycleFileCodes = {
  'cycle-file-json': {
    stops: 'reading',
    means:
      'A cycle file is not readable JSON: it is malformed, nested too deeply, or has a member twice.',
    remedy: 'Check the marked line, or export the cycle again.',
  },
  'cycle-file-format': {
    stops: 'reading',
    means: 'The file is not a cycle file, or has a format that this version does not read.',
    remedy: 'Write cycle files with cyclectl export ACCOUNT/cycles/KEY --out FILE.',
  },
  'cycle-file-shape': {
    stops: 'reading',
    means: 'A part of a cycle file is missing, duplicated, or of the wrong type.',
    remedy: 'Fix the marked line, or export the cycle again.',
  },
  'cycle-file-name': {
    stops: 'reading',
    means: 'A cycle file references a step, parameter, field or variable that it does not define.',
    remedy: 'Write one of the names that it defines.',
  },
  'cycle-file-flow': {
    stops: 'reading',
    means: 'The edges of a cycle file form a loop, or a step takes values from a later step.',
    remedy: 'Let each edge lead from the step that runs first.',
  },
  'cycle-file-blob': {
    stops: 'reading',
    means:
      'An opaque part of an export, a .blob file beside its cycle file, is missing or does not match.',
    remedy: 'Commit the .blob files together with their cycle file, as export wrote them.',
  },
  'cycle-file-unexplained': {
    stops: 'nothing',
    means:
      'A cycle file contains an id that nothing in the export explains. It has no meaning in another account.',
    remedy: 'Check the marked line. If the id matters, a cycle created from this file lacks it.',
  },
  'cycle-file-missing': {
    stops: 'reading',
    means: 'A cycle file that a manifest names cannot be read as text.',
    remedy: 'Check that it exists inside the project folder. cyclectl import writes one there.',
  },
  'cycle-file-secret': {
    stops: 'object',
    means:
      'The exported cycle contains a secret. The file does not include it, and the manifest does not supply it.',
    remedy: 'Write it in the cycle as a reference, such as {env: NAME_OF_A_VARIABLE}.',
  },
  'cycle-file-changed': {
    stops: 'object',
    means:
      'A cycle has the name of an entry, but other steps, connectors, edges or settings than its file. It is not in the state, so it is unclear if the file must replace it.',
    remedy:
      'Bind it with cyclectl adopt if it is the right one. Otherwise give the entry another displayName.',
  },
  'cycle-file-not-kept': {
    stops: 'object',
    means:
      'The service responded with success, but created a cycle that differs from its file. The cycle is not started, replaces none, and is not created again from the same file.',
    remedy:
      'Update the file to match the service: cyclectl export ADDRESS --out FILE. Or restore the earlier content of the file.',
  },
  'cycle-file-target': {
    stops: 'object',
    means:
      'The service lacks a part that the cycle file needs: a connector of that version, a method, or a field of one.',
    remedy:
      'Install the release in that service, or export the cycle from a service that has the same releases.',
  },
  'template-exists': {
    stops: 'command',
    means:
      'The console already has a template of the name to import. With two, a manifest could not say which one it means.',
    remedy:
      'Import it under another name. Create a new release of an existing template in the console.',
  },
  'template-import-open': {
    stops: 'command',
    means:
      'The outcome of an earlier import of a template is unknown, and the list of templates does not show it.',
    remedy:
      'Check the console. If the template exists, publish it and run the command again; if not, add --send-again.',
  },
  'template-unlisted': {
    stops: 'command',
    means:
      'The service accepted a template and does not list it. It lists only published templates with a Live release.',
    remedy: 'Promote its release in the console, and publish it.',
  },
} as const;
