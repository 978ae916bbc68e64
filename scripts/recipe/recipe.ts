/** The files of a scratch copy. Paths are relative to it. */
interface Copy {
  /** Writes a new file. */
  create(path: string, text: string): void;
  /** Inserts text before the one place in a file that has this anchor. */
  insert(path: string, anchor: string, text: string): void;
}

/** One recipe of CONTRIBUTING, as the edits that a developer would make. */
export interface Recipe {
  /** The most files that a developer may have to touch. */
  readonly limit: number;
  apply(copy: Copy): void;
  /** The script that writes generated files; these do not count. */
  readonly generates?: string;
  /** The affected test files. */
  readonly tests: readonly string[];
  /** The affected tests in these files, as patterns of their titles; each must match one. */
  readonly titles: readonly string[];
}
