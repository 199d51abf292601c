import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

// Biome owns format and the syntactic rules; ESLint is here for the rules that need types, and for the size limits.
export default tseslint.config(
  {
    ignores: ['**/dist/**', 'node_modules/**', 'scripts/**', 'examples/**', 'dashboard/public/**', 'eslint.config.js'],
  },
  ...tseslint.configs.strictTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      'max-lines-per-function': ['error', { max: 70, skipBlankLines: true, skipComments: true }],
      'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
      'max-params': ['error', 3],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-meaningless-void-operator': 'off',
      // It flags functions of plain objects (`const { dir, remove } = makeTrialDir()`) and platform functions that a client
      // hooks and calls with their own `this`. Nobody takes a method off an instance of a class.
      '@typescript-eslint/unbound-method': 'off',
      // A third of the whole run, for assignments that this code does not make: it has no enums, and few classes.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      // Type maps such as WriterCall are index types over a union; a `type` says that better than an interface.
      '@typescript-eslint/consistent-type-definitions': 'off',
    },
  },
  {
    files: ['dashboard/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': reactHooks },
    rules: { 'react-hooks/rules-of-hooks': 'error', 'react-hooks/exhaustive-deps': 'error' },
  },
  {
    // Content, of which a family is one file (ADR 11): long by its lists of names and its examples, not by what it does.
    files: ['src/workers/domain/explanations/*.ts'],
    rules: { 'max-lines': 'off' },
  },
  {
    files: ['test/**/*.ts', 'bench/**/*.ts'],
    rules: { 'max-lines-per-function': 'off', 'max-lines': 'off' },
  },
);
