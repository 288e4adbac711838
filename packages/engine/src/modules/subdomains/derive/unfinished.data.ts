/** Page titles of management tools that only their users need. */
export const toolTitles =
  /\b(?:Jenkins|Grafana|Kibana|Elasticsearch|OpenSearch|Prometheus|Alertmanager|phpMyAdmin|phpPgAdmin|pgAdmin|Adminer|RabbitMQ|SonarQube|Sonatype Nexus|Nexus Repository|Artifactory|Zabbix|Nagios|Icinga|Netdata|InfluxDB|TeamCity|Airflow|Portainer|Kubernetes Dashboard|Argo CD|Mailpit|MailHog|MailCatcher|Mongo Express|Redis Commander|RedisInsight|Swagger UI|GraphiQL|GraphQL Playground|Laravel Telescope|Sidekiq|H2 Console)\b|\b(?:build|CI|staging|test|development) server\b|^(?:Harbor|Traefik|Consul(?: by HashiCorp)?|Nomad|Jaeger UI|Zipkin|Munin|Cacti|Solr Admin|Bamboo|GoCD|Rancher|Storybook|JupyterLab|Jupyter Notebook|Horizon(?: - .*)?|Flower)$/i;

/** Those tools whose users run code, or read and change data, as visitors can where there is no login. */
export const controlTitles =
  /\b(?:Jenkins|TeamCity|Airflow|Portainer|Kubernetes Dashboard|Argo CD|phpMyAdmin|phpPgAdmin|pgAdmin|Adminer|Mongo Express|Redis Commander|RedisInsight|H2 Console|Kibana|Elasticsearch|OpenSearch|RabbitMQ|Laravel Telescope|Sidekiq)\b|\b(?:build|CI) server\b|^(?:Consul(?: by HashiCorp)?|Nomad|Solr Admin|Bamboo|GoCD|Rancher|JupyterLab|Jupyter Notebook)$/i;

const environment =
  '(?:dev|development|stag(?:e|ing)|test|testing|qa|uat|preprod|pre-production|preproduction|sandbox|debug|integration)';
const kind = '(?:[ -](?:environment|instance|site|stage|system|version))?';

/** A word for a non-production environment, separate in a title: "[Staging] Shop", "Shop - Test system", "UAT". */
export const environmentTitle = new RegExp(
  `(?:^|[[({|:\\u2013\\u2014-]\\s{0,3})${environment}${kind}\\s{0,3}(?:$|[\\])}|:\\u2013\\u2014]|\\s-)`,
  'i',
);

/** Default titles of project and server generators. */
export const starterTitles =
  /^(?:Vite App|Vite \+ \w{2,10}(?: \+ TS)?|React App|Webpack App|Create Next App|Nuxt app|Document|Untitled|localhost.*|Index of \/.*|Directory listing for \/.*|Laravel|Django|The install worked successfully! Congratulations!|Coming soon|Under construction)$/i;

/** Server and X-Powered-By values of development servers. */
export const developmentServers =
  /\b(?:Werkzeug|SimpleHTTP|BaseHTTP|WEBrick|webpack-dev-server|Vite|Browsersync|Development Server)\b/i;
