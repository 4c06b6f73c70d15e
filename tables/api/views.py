"""Tables, commands and finished hands as JSON. Thin: parse, call, render."""

from __future__ import annotations

from typing import Any, cast

from django.http import Http404, HttpResponseBase
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from audit.selectors import read
from cardroom.accounts.models import Person
from cardroom.accounts.policies import NotAllowed
from cardroom.accounts.terminals import TerminalRequest
from tables import policies, selectors, services
from tables.api import shapes
from tables.api.forms import OrderForm, PageForm
from tables.api.refusals import NoSuchTable
from tables.exports import record_text
from tables.models import Table

REPLAYED = "Idempotent-Replayed"
ERRORS = {401: shapes.Refusal, 403: shapes.Refusal}
FOUND = {**ERRORS, 404: shapes.Refusal}


class Screen(APIView):
    """What all addresses have in common: signed in, one shape of errors, nothing kept by anybody between."""

    http_method_names = ["get", "head", "post"]
    table: Table

    def finalize_response(
        self, request: Request, response: HttpResponseBase, *args: Any, **kwargs: Any
    ) -> Any:
        response = super().finalize_response(request, cast(Response, response), *args, **kwargs)
        response["Cache-Control"] = "no-store"
        return response

    def find_table(self, number: int) -> Table:
        """Raises NoSuchTable."""
        table = selectors.get_table(number)
        if table is None:
            raise NoSuchTable
        self.table = table
        return table


class Look(Screen):
    """What may be looked at by everybody who works in the room."""

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        if not policies.may_look(cast(Person, request.user)):
            raise NotAllowed("not_allowed", "Tables are for dealers, the floor and auditors.")


class Tables(Look):
    @extend_schema(operation_id="list_tables", responses={200: shapes.TableList, **ERRORS})
    def get(self, request: Request) -> Response:
        """Every table of the room, by number."""
        return Response({"tables": selectors.table_lines()})


class OneTable(Look):
    @extend_schema(operation_id="get_table", responses={200: shapes.TableShape, **FOUND})
    def get(self, request: Request, number: int) -> Response:
        """A table as a dealer's screen shows it, with what a command has to answer."""
        return Response(selectors.table_view(self.find_table(number)))


class Act(Screen):
    @extend_schema(
        operation_id="act",
        request=OrderForm,
        responses={
            200: shapes.Done,
            400: shapes.BadFields,
            **FOUND,
            409: shapes.StaleRefusal,
            422: OpenApiResponse(
                shapes.Refusal, description="The rules or the form do not admit it; nothing was done."
            ),
        },
        parameters=[
            OpenApiParameter(
                REPLAYED,
                location=OpenApiParameter.HEADER,
                response=[200],
                description="`true`: the command had been carried out before.",
            )
        ],
    )
    def post(self, request: Request, number: int) -> Response:
        """Carry out one command, once, however often it is sent."""
        table = self.find_table(number)
        form = OrderForm(data=request.data)
        form.is_valid(raise_exception=True)
        done = services.act(
            table=number,
            person=cast(Person, request.user),
            terminal=cast(TerminalRequest, request).terminal,
            order=form.order(),
        )
        records = read(done.stream, done.first, done.last)
        answer = {
            "command_id": done.command_id,
            "stream": done.stream,
            "first": done.first,
            "last": done.last,
            "notes": list(done.notes),
            "events": selectors.events_view(records, table.variant),
        }
        return Response(answer, headers={REPLAYED: "true"} if done.replayed else None)


class Hands(Look):
    @extend_schema(
        operation_id="list_hands",
        parameters=[PageForm],
        responses={200: shapes.HandList, 400: shapes.BadFields, **FOUND},
    )
    def get(self, request: Request, number: int) -> Response:
        """The finished hands of a table, newest first."""
        table = self.find_table(number)
        page = PageForm(data=request.query_params)
        page.is_valid(raise_exception=True)
        return Response(
            selectors.hand_lines(table, page.validated_data.get("before"), page.validated_data["count"])
        )


class OneHand(Look):
    @extend_schema(operation_id="get_hand", responses={200: shapes.FinishedHand, **FOUND})
    def get(self, request: Request, stream: str, seq: int) -> Response:
        """A finished hand: its result, every event of it, and its record. An unfinished one is shown to nobody."""
        told = selectors.finished_hand(f"{stream}/{seq}")
        return Response(
            {
                "hand": told.hand.id,
                "result": selectors.result(told.hand),
                "history": selectors.history(told),
                "record": record_text(told),
            }
        )


@extend_schema(exclude=True)
class Nothing(Screen):
    """Any other address under `/api/v1/`."""

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        raise Http404
