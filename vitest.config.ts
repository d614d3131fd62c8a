import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'suite',
          include: ['**/*.test.ts'],
          exclude: [
            'node_modules/**',
            'reports/out/**',
            '**/*.trust.test.ts',
            '**/*.limiters.test.ts',
            '.stryker-tmp/**',
          ],
          testTimeout: 60_000,
          pool: 'threads',
          maxWorkers: 2,
        },
      },
    ],
  },
})
