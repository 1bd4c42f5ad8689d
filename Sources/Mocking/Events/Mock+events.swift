// Answers that are streams of events: where a client goes on, and how they follow each other.

import HTTPExchange
import OpenAPIContract
import HTTPTypes

extension Mock {
    /// An answer as the call gets it. Of a stream of events a client that has had some before gets those after them
    /// (`Last-Event-ID`, WHATWG HTML, section 9.2.4).
    func streamed(_ known: PreparedResponse, _ call: SessionCall, _ delivery: inout Delivery) -> PreparedResponse {
        guard known.isEventStream else {
            delivery.events = nil
            return known
        }
        delivery.events = delivery.events ?? .usual
        guard let last = call.judged.request.value(of: .lastEventID),
            let end = ServerSentEvent.all(in: known.response.body).last(where: { $0.event.id == last })?.end
        else { return known }
        var response = known.response
        response.body.removeSubrange(..<end)
        // It tells a client not to connect again (section 9.2.3).
        if response.body.isEmpty, delivery.events?.ends == true, call.judged.operation.response(for: 204) != nil {
            response.status = 204
            response.headers[.contentType] = nil
        }
        return PreparedResponse(response)
    }
}
