import { testModule } from '../../catalogue/testing/module.ts';
import { pageSituations } from '../derive/http/testing/page.ts';
import { contentSecurityPolicy } from './module.ts';

testModule(contentSecurityPolicy, pageSituations);
