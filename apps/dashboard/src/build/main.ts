// Builds the dashboard ahead of the first start, for images.
import { prepareDashboard } from './prepare.ts';

await prepareDashboard();
