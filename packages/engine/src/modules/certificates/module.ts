import { defineModule } from '../../catalogue/module.ts';

export const certificates = defineModule({ id: 'certificates', title: 'Certificates', category: 'tls', checks: [] });
