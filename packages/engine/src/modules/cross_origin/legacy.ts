import { fail, notApplicable, pass } from '../../catalogue/outcome.ts';
import { policyFileLine } from './derive/replies.ts';
import { checkOf } from '../../catalogue/check-of.ts';
import { siteBehaviour, judgeAnswer, questionOf, quoteQuestion } from '../derive/subjects/behaviour.ts';

export const corsLegacyPolicy = checkOf(siteBehaviour, {
  id: 'cors-legacy-policy',
  title: 'No policy file of old plug-ins opens the site',
  finding: 'File crossdomain.xml opens the site to every domain',
  weakness: { cvss: 'browserHardening', cwe: [942] },
  judge: (behaviour) => {
    const { crossdomain } = behaviour.behaviour;
    return judgeAnswer(questionOf(behaviour, crossdomain), ({ status }, exchange) => {
      if (crossdomain?.allowsAll === true)
        return fail({
          description:
            '/crossdomain.xml lets programs of every domain read this site with the cookies of the visitor. Browsers have no Flash any more, but PDF and office programs still follow such files. Expected: no file, or named domains.',
          evidence: [
            ...quoteQuestion(exchange),
            'The file holds allow-access-from domain="*".',
            policyFileLine(behaviour),
          ],
        });
      return status === 200 ? pass('/crossdomain.xml does not name every domain') : notApplicable('There is none');
    });
  },
});
