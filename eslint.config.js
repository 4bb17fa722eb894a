import js from '@eslint/js'
import hooks from 'eslint-plugin-react-hooks'
import ts from 'typescript-eslint'

export default ts.config(
  { ignores: ['node_modules', 'dist', 'data', '.tsc', '.cache'] },
  js.configs.recommended,
  ...ts.configs.strictTypeChecked,
  {
    // One program of everything: each project by itself would be read and checked again by those that refer to it.
    languageOptions: { parserOptions: { project: './tsconfig.eslint.json', tsconfigRootDir: import.meta.dirname } },
    rules: {
      eqeqeq: 'error',
      'no-console': 'error',
      // A longer function does several things, and each has a name.
      'max-lines-per-function': ['error', { max: 40, skipBlankLines: true, skipComments: true }],
      'max-lines': ['error', 300],
      // A number in a sentence is as plain as it looks.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/consistent-type-imports': 'error',
      // There are no enums, and the compiler itself compares the private fields of classes.
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      // A function that answers a promise says so, whether it waits or not.
      '@typescript-eslint/require-await': 'off',
      // The router redirects by throwing.
      '@typescript-eslint/only-throw-error': [
        'error',
        { allow: [{ from: 'package', package: '@tanstack/router-core', name: ['Redirect', 'NotFoundError'] }] },
      ],
      // `void` marks a promise that is not awaited; an arrow function may return a call that returns nothing.
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
    },
  },
  // Tables of data: a phrase or a sentence per line.
  { files: ['web/platform/strings/{dv,en}.ts', 'db/seed/phrases/*.ts'], rules: { 'max-lines': 'off' } },
  { files: ['web/**/*.{ts,tsx}'], ...hooks.configs.flat.recommended },
  {
    // A component is one screenful with its elements; it is not cut into parts to satisfy a number.
    files: ['**/*.tsx'],
    rules: { 'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }] },
  },
  { files: ['scripts/**', 'bench/**', 'test/**'], rules: { 'no-console': 'off' } },
  {
    files: ['**/*.test.{ts,tsx}'],
    rules: {
      // The tests of one thing stand together.
      'max-lines-per-function': 'off',
      // The matchers of the test runner are of any type.
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-misused-spread': 'off',
    },
  },
  {
    files: ['test/e2e/**/*.ts'],
    // A fixture of Playwright that needs no other one begins with an empty pattern.
    rules: {
      'max-lines-per-function': 'off',
      'no-empty-pattern': ['error', { allowObjectPatternsAsParameters: true }],
    },
  },
  { files: ['**/*.{js,mjs}'], ...ts.configs.disableTypeChecked },
  {
    files: ['**/*.{js,mjs}'],
    languageOptions: { globals: { process: 'readonly', console: 'readonly', URL: 'readonly' } },
  },
)
