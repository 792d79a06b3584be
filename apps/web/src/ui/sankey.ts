/** ECharts draws flows with this part, which only screens with flows load. */
import { SankeyChart } from 'echarts/charts';
import { use } from 'echarts/core';

use(SankeyChart);
