import { describeScenarios } from '../scenarios.ts'

await describeScenarios(0, 3)
